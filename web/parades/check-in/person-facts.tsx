import { Check } from 'lucide-react'
import { hasRole, useUser } from '#web/lib/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { berlinTime } from '#worker/domain/dates.ts'
import type { Participant } from './list.ts'
import { PaymentBox } from './payment-box.tsx'
import { CostumeText } from './row.tsx'
import type { TakingBack } from './use-row-action.ts'

type PersonFactsProps = {
  row: Participant
  busy: boolean
  onPay: () => void
  onTakeBack: (action: TakingBack) => void
}

export function PersonFacts({ row, busy, onPay, onTakeBack }: PersonFactsProps) {
  const mayUnconfirm = hasRole(useUser(), 'management')
  return (
    <>
      <CostumeText row={row} className="-mt-3 text-lg" />
      <PaymentBox
        payed={row.participationFeePayed}
        busy={busy}
        onPay={onPay}
        whenPaid={
          <TakeBackButton onPress={() => onTakeBack('unpay')}>
            Bezahlung zurücknehmen
          </TakeBackButton>
        }
      />
      {row.participationConfirmed ? (
        <Alert tone="ok" icon={Check} title={confirmedWhen(row)}>
          {mayUnconfirm && (
            <TakeBackButton onPress={() => onTakeBack('unconfirm')}>
              Bestätigung zurücknehmen
            </TakeBackButton>
          )}
        </Alert>
      ) : (
        <p className="text-muted-foreground">Noch nicht bestätigt.</p>
      )}
    </>
  )
}

function confirmedWhen({ participationConfirmedAt: at }: Participant): string {
  return at ? `Bestätigt um ${berlinTime(new Date(at))} Uhr` : 'Bestätigt'
}

function TakeBackButton({ onPress, children }: { onPress: () => void; children: string }) {
  return (
    <Button size="street" block onClick={onPress} className="mt-3">
      {children}
    </Button>
  )
}
