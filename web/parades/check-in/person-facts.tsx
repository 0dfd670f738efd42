import { Check } from 'lucide-react'
import { hasRole, useUser } from '#web/lib/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { berlinTime } from '#worker/domain/dates.ts'
import type { Participant } from './list.ts'
import { PaymentBox } from './payment-box.tsx'
import { CostumeText } from './row.tsx'
import type { Noting, TakingBack } from './use-row-action.ts'

type PersonFactsProps = {
  row: Participant
  /** The parade is called off. */
  isCancelled: boolean
  busy: boolean
  onNote: (action: Noting) => void
  onTakeBack: (action: TakingBack) => void
}

export function PersonFacts(props: PersonFactsProps) {
  const { row, onTakeBack } = props
  const mayUnconfirm = hasRole(useUser(), 'management')
  return (
    <>
      <CostumeText row={row} className="-mt-3 text-lg" />
      <Payment {...props} />
      {row.participationConfirmed ? (
        <Alert tone="ok" icon={Check} title={confirmedWhen(row)}>
          {mayUnconfirm && (
            <BlockButton onPress={() => onTakeBack('unconfirm')}>
              Bestätigung zurücknehmen
            </BlockButton>
          )}
        </Alert>
      ) : (
        <p className="text-muted-foreground">Noch nicht bestätigt.</p>
      )}
    </>
  )
}

function Payment({ row, isCancelled, busy, onNote, onTakeBack }: PersonFactsProps) {
  if (isCancelled && row.cashReturnedAt !== null) {
    return (
      <Alert tone="ok" title="Bar zurückgegeben">
        <BlockButton busy={busy} onPress={() => onNote('cashKept')}>
          Rückgängig
        </BlockButton>
      </Alert>
    )
  }
  return (
    <PaymentBox
      payed={row.participationFeePayed}
      busy={busy}
      onPay={() => onNote('pay')}
      // What was paid online goes back by a refund alone.
      whenPaid={
        row.feePayedByHand && (
          <>
            {isCancelled && (
              <BlockButton busy={busy} onPress={() => onNote('cashReturned')}>
                Bar zurückgegeben
              </BlockButton>
            )}
            <BlockButton onPress={() => onTakeBack('unpay')}>Bezahlung zurücknehmen</BlockButton>
          </>
        )
      }
    />
  )
}

function confirmedWhen({ participationConfirmedAt: at }: Participant): string {
  return at ? `Bestätigt um ${berlinTime(new Date(at))} Uhr` : 'Bestätigt'
}

type BlockButtonProps = { busy?: boolean; onPress: () => void; children: string }

function BlockButton({ busy = false, onPress, children }: BlockButtonProps) {
  return (
    <Button size="street" block busy={busy} onClick={onPress} className="mt-3">
      {children}
    </Button>
  )
}
