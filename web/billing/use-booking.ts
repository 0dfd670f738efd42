import type { FieldValues } from 'react-hook-form'
import { type BookingBody, bookFees, undoBookings } from '#web/data/billing.ts'
import type { CallFailure } from '#web/lib/call-failure.ts'
import type { ReadResult } from '#web/lib/typed.ts'
import type { UndoAction } from '#web/lib/undo.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { toast } from '#web/ui/toast.tsx'
import type { BookedFee, FeeClaim } from '#worker/billing/billing.contract.ts'
import { listName } from '#worker/domain/names.ts'
import { useRefetchOnConflict } from './use-refetch-on-conflict.ts'

type BookingRules<Draft> = {
  /** The claims that are booked on, in the order of the bookings. */
  claims: readonly FeeClaim[]
  initial: NoInfer<Draft>
  read: (draft: Draft) => ReadResult<BookingBody[]>
  /** The form's names of a booking's fields, where they differ from those in the request. */
  fields?: Partial<Record<string, string>>
  done: (booked: readonly BookedFee[]) => string
  onDone: () => void
}

/** A form that books on one or many claims; its toast offers to undo the bookings. */
export function useBooking<Draft extends FieldValues>({
  claims,
  initial,
  read,
  fields = {},
  done,
  onDone,
}: BookingRules<Draft>) {
  const placeOf = (place: string) => {
    const name = place.split('.').at(-1) ?? ''
    return fields[name] ?? name
  }
  const submitting = useSubmitForm({
    initial,
    read,
    mutation: bookFees,
    placeOf,
    onSuccess: (booked) => {
      toast(done(booked), undoBookingsAction(booked))
      onDone()
    },
  })
  useRefetchOnConflict(submitting.failure)
  const { form, failure } = submitting
  // With several claims there is no field for an amount.
  const shown = Object.keys(form.getValues()).filter(
    (name) => claims.length === 1 || name !== fields.amountInCent,
  )
  const detail = refusedLinesText(failure, claims, (place) => !shown.includes(placeOf(place)))
  return { ...submitting, detail }
}

const mostNamed = 5

/** "Zoller, Xaver: Offen sind nur noch 5,00 €."; undefined when no line was rejected. */
function refusedLinesText(
  failure: CallFailure | null,
  claims: readonly FeeClaim[],
  isTold: (place: string) => boolean = () => true,
): string | undefined {
  const lines = Object.entries(failure?.error?.fields ?? {}).flatMap(([place, message]) => {
    const [, index] = place.match(/^bookings\.(\d+)\./) ?? []
    if (index === undefined || !isTold(place)) return []
    const claim = claims.length > 1 ? claims[Number(index)] : undefined
    return [claim ? `${listName(claim.member)}: ${message}` : message]
  })
  if (lines.length === 0) return undefined
  const rest = lines.length - mostNamed
  return [...lines.slice(0, mostNamed), ...(rest > 0 ? [`Und ${rest} weitere.`] : [])].join(' ')
}

/** More bookings than this are not undone one by one from the toast. */
const mostAtOnce = 25

/** Undoes bookings by counter-bookings; of a return by one, since the server then undoes its whole debit. */
export function undoBookingsAction(booked: readonly BookedFee[]): UndoAction | null {
  const [first] = booked
  const isReturn = booked.some(({ kind }) => kind === 'returned')
  const ids = booked.filter(({ kind }) => kind !== 'charged').map(({ id }) => id)
  if (!first || ids.length > mostAtOnce) return null
  return { undo: undoBookings(isReturn ? ids.slice(0, 1) : ids), done: 'Zurückgenommen' }
}
