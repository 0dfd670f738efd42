import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { FormTextarea } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { undoBooking } from '#web/data/billing.ts'
import { cn } from '#web/lib/cn.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { FeeClaim, FeeClaimBooking } from '#worker/billing/billing.contract.ts'
import { germanDate, germanInstant } from '#worker/domain/dates.ts'
import {
  type FeeBooking,
  isDebit,
  liveBookings,
  returnReasonInWords,
} from '#worker/domain/fee-ledger.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { listName } from '#worker/domain/names.ts'
import { methodLabels } from './fee-text.ts'
import { useRefetchOnConflict } from './use-refetch-on-conflict.ts'

type AccountDialogProps = { claim: FeeClaim; mayBook: boolean; onClose: () => void }

/** Every booking of a claim, oldest first. A wrong booking is reversed by a counter-booking, never deleted. */
export function AccountDialog({ claim, mayBook, onClose }: AccountDialogProps) {
  const [undone, setUndone] = useState<FeeBooking | null>(null)
  if (undone) {
    return <UndoDialog claim={claim} booking={undone} onClose={() => setUndone(null)} />
  }
  const { bookings, openInCent: open } = claim
  const live = new Set(liveBookings(bookings).map(({ id }) => id))
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Beitragskonto ${claim.year}`}
      description={listName(claim.member)}
      footer={
        <Button data-first-focus onClick={onClose}>
          Schließen
        </Button>
      }
    >
      <ol className="-mx-2 max-h-[55vh] divide-y divide-border overflow-y-auto border-y border-border px-2">
        <Line words={`Festgeschrieben: ${claim.reason}`} amountInCent={claim.amountInCent} />
        {bookings.map((booking) => (
          <Line
            key={booking.id}
            day={germanDate(booking.day)}
            words={bookingWords(booking, bookings)}
            note={booking.note}
            booked={bookedWords(booking)}
            amountInCent={booking.amountInCent}
            isGone={!live.has(booking.id)}
            {...(mayBook &&
              live.has(booking.id) &&
              isUndoable(booking) && { onUndo: () => setUndone(booking) })}
          />
        ))}
      </ol>
      <p className="flex justify-between gap-4 font-semibold">
        <span>{open < 0 ? 'Guthaben' : 'Offen'}</span>
        <span className="tabular-nums">{germanEuro(Math.abs(open))}</span>
      </p>
    </Dialog>
  )
}

type LineProps = {
  day?: string
  words: string
  note?: string
  /** When the booking was entered, and by which user. */
  booked?: string
  amountInCent: number
  isGone?: boolean
  onUndo?: () => void
}

function Line({ day, words, note, booked, amountInCent, isGone = false, onUndo }: LineProps) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2.5">
      <span className={cn('min-w-0 flex-[1_1_12rem]', isGone && 'text-muted-foreground')}>
        {day && <span className="block text-muted-foreground text-sm tabular-nums">{day}</span>}
        {isGone ? <s>{words}</s> : words}
        {isGone && <span className="sr-only"> (gilt nicht mehr)</span>}
        {note && <span className="wrap-anywhere block text-muted-foreground text-sm">{note}</span>}
        {booked && <span className="block text-muted-foreground text-sm">{booked}</span>}
      </span>
      <span className={cn('tabular-nums', isGone && 'text-muted-foreground line-through')}>
        {germanEuro(amountInCent)}
      </span>
      {onUndo && (
        <span className="flex w-full justify-end">
          <Button variant="ghost" size="sm" onClick={onUndo}>
            <Undo2 />
            Zurücknehmen
          </Button>
        </span>
      )}
    </li>
  )
}

type UndoDraft = { note: string }

type UndoDialogProps = { claim: FeeClaim; booking: FeeBooking; onClose: () => void }

function UndoDialog({ claim, booking, onClose }: UndoDialogProps) {
  const submitting = useSubmitForm({
    initial: { note: '' },
    read: ({ note }: UndoDraft) => ({ body: { id: booking.id, note } }),
    mutation: undoBooking,
    onSuccess: () => {
      toast('Buchung zurückgenommen')
      onClose()
    },
  })
  useRefetchOnConflict(submitting.failure)
  const words = bookingWords(booking, claim.bookings)
  return (
    <SubmitDialog
      title="Buchung zurücknehmen"
      description={`${listName(claim.member)}: ${words}, ${germanEuro(Math.abs(booking.amountInCent))} am ${germanDate(booking.day)}`}
      submitting={submitting}
      confirmLabel="Zurücknehmen"
      onClose={onClose}
    >
      <FormTextarea<UndoDraft> name="note" label="Warum" required />
      <p className="text-muted-foreground text-sm">
        Gelöscht wird nichts: Die Gegenbuchung steht mit im Beitragskonto.
        {booking.kind === 'returned' &&
          ' Die Rücklastschrift gilt dann für die ganze Lastschrift als nicht geschehen.'}
      </p>
    </SubmitDialog>
  )
}

/** "Sabine Kächele, 23.11.2026, 13:42 Uhr" */
function bookedWords({ createdAt, createdBy }: FeeClaimBooking): string {
  const at = germanInstant(createdAt)
  return createdBy ? `${createdBy}, ${at}` : at
}

/** The booking's label: "Rücklastschrift: Konto nicht gedeckt". */
function bookingWords(booking: FeeBooking, all: readonly FeeBooking[]): string {
  switch (booking.kind) {
    case 'collected':
      return 'Eingezogen, fällig an diesem Tag'
    case 'paid':
      return `Bezahlt, ${methodLabels[booking.method ?? 'transfer']}`
    case 'refunded':
      return `Erstattet, ${methodLabels[booking.method ?? 'transfer']}`
    case 'waived':
      return 'Erlassen'
    case 'returned':
      return `Rücklastschrift: ${returnReasonInWords(booking.reasonCode)}${chargeWords(booking)}`
    case 'charged':
      return 'Bankgebühr weiterbelastet'
    case 'corrected':
      return 'Berichtigt'
    case 'undone':
      return undoneWords(booking, all)
  }
}

function chargeWords({ bankChargeInCent }: FeeBooking): string {
  return bankChargeInCent ? `, Bankgebühr ${germanEuro(bankChargeInCent)}` : ''
}

function undoneWords(booking: FeeBooking, all: readonly FeeBooking[]): string {
  const target = all.find(({ id }) => id === booking.reversesId)
  if (!target) return 'Zurückgenommen'
  const name = undoneNames[target.kind]
  return isDebit(target)
    ? `Datei verworfen: nicht eingezogen am ${germanDate(target.day)}`
    : `${name} vom ${germanDate(target.day)} zurückgenommen`
}

const undoneNames: Record<FeeBooking['kind'], string> = {
  collected: 'Einzug',
  paid: 'Zahlung',
  waived: 'Erlass',
  returned: 'Rücklastschrift',
  refunded: 'Erstattung',
  charged: 'Bankgebühr',
  corrected: 'Berichtigung',
  undone: 'Buchung',
}

/** Whether a counter-booking can reverse the booking; a direct debit is reversed with its whole file only. */
function isUndoable({ kind }: FeeBooking): boolean {
  return kind !== 'collected' && kind !== 'undone'
}
