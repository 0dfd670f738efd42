import { Check } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { loadChunk } from '#web/lib/load-chunk.ts'
import { minorWords, spokenName } from '#web/parades/participant-words.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { berlinTime } from '#worker/domain/dates.ts'
import type { Minor } from '#worker/domain/minors.ts'
import type { RowKind, ShownRow } from './outbox/acts.ts'
import { PaymentBox } from './payment-box.tsx'
import { CostumeText, ExtrasText } from './row.tsx'
import { useMayUndo } from './use-act.ts'

/** The actions that undo something and ask first. */
export type UndoKind = Extract<RowKind, 'unpay' | 'unconfirm'>

type PersonFactsProps = {
  row: ShownRow
  /** Whether the parade is cancelled. */
  isCancelled: boolean
  busy: boolean
  /** Whether the guild records cash payments. */
  takesCash: boolean
  onPay: () => void
  /** Records whether the cash of a cancelled parade was given back. */
  onReturn: (returned: boolean) => void
  onTakeBack: (kind: UndoKind) => void
}

export function PersonFacts(props: PersonFactsProps) {
  const { row, isCancelled, onTakeBack } = props
  const mayTakeBack = useMayUndo()
  return (
    <>
      <CostumeText row={row} className="-mt-3 text-lg" />
      {row.minor && <GuardianNote minor={row.minor} />}
      <ExtrasText row={row} className="-mt-2 text-lg" />
      <Payment {...props} />
      {row.confirmed ? (
        <Alert tone="ok" icon={Check} title={confirmedWhen(row)}>
          {row.confirmedBy && <p>{row.mine ? 'Von Dir.' : `Von ${row.confirmedBy}`}</p>}
          {row.waits?.tick && <p>Wartet noch.</p>}
          {mayTakeBack(row.mine) && !isCancelled && (
            <BlockButton onPress={() => onTakeBack('unconfirm')}>
              Bestätigung zurücknehmen
            </BlockButton>
          )}
        </Alert>
      ) : (
        <p className="text-muted-foreground">Noch nicht bestätigt.</p>
      )}
      {row.code && <Code code={row.code} name={spokenName(row.memberName)} />}
    </>
  )
}

function GuardianNote({ minor }: { minor: Minor }) {
  const { phone } = minor.guardian ?? {}
  return (
    <Alert tone="warn" title={minorWords(minor)}>
      {phone && (
        <a
          href={`tel:${phone.replace(/[^\d+]/g, '')}`}
          className="inline-grid min-h-11 items-center"
        >
          Begleitung anrufen
        </a>
      )}
    </Alert>
  )
}

const PersonCode = lazy(async () => {
  const { PersonCode } = await loadChunk(() => import('./person-code.tsx'))
  return { default: PersonCode }
})

function Code({ code, name }: { code: string; name: string }) {
  const [isShown, setShown] = useState(false)
  if (!isShown) return <BlockButton onPress={() => setShown(true)}>Code zeigen</BlockButton>
  return (
    <Suspense>
      <PersonCode code={code} name={name} />
    </Suspense>
  )
}

function Payment(props: PersonFactsProps) {
  const { row, isCancelled, busy, takesCash, onPay, onReturn, onTakeBack } = props
  const mayTakeBack = useMayUndo()
  if (isCancelled && row.cash?.returnedAt) {
    return (
      <Alert tone="ok" title="Bar zurückgegeben">
        <BlockButton busy={busy} onPress={() => onReturn(false)}>
          Rückgabe zurücknehmen
        </BlockButton>
      </Alert>
    )
  }
  // Cash can be given back once the server knows the person and no payment waits in the outbox.
  const isReturnable = isCancelled && row.id > 0 && !row.waits?.fee
  return (
    <PaymentBox
      payed={row.paid}
      priceInCent={row.priceInCent}
      busy={busy}
      takesCash={takesCash}
      onPay={onPay}
      // An online payment can only be reversed by a refund.
      whenPaid={
        row.cash && (
          <>
            {row.waits?.fee && <p>Wartet noch.</p>}
            {isReturnable && (
              <BlockButton busy={busy} onPress={() => onReturn(true)}>
                Bar zurückgegeben
              </BlockButton>
            )}
            {mayTakeBack(row.cash.mine) && (
              <BlockButton onPress={() => onTakeBack('unpay')}>Bezahlung zurücknehmen</BlockButton>
            )}
          </>
        )
      }
    />
  )
}

function confirmedWhen({ confirmedAt: at }: ShownRow): string {
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
