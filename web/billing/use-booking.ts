import type { FieldValues } from 'react-hook-form'
import { type BookingOf, bookFees, undoBookings } from '#web/data/billing.ts'
import type { Read } from '#web/lib/typed.ts'
import type { WayBack } from '#web/lib/undo.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { useToast } from '#web/ui/toast.tsx'
import type { BookedFee } from '#worker/billing/billing.contract.ts'
import { useAnewWhenChanged } from './use-anew.ts'

type BookingRules<Draft> = {
  initial: NoInfer<Draft>
  read: (draft: Draft) => Read<BookingOf[]>
  /** What the field of a booking is called in the form, where it is called differently. */
  fields?: Partial<Record<string, string>>
  done: (booked: readonly BookedFee[]) => string
  onDone: () => void
}

/** A form that books something on one or on many claims; its message takes it back. */
export function useBooking<Draft extends FieldValues>({
  initial,
  read,
  fields = {},
  done,
  onDone,
}: BookingRules<Draft>) {
  const toast = useToast()
  const submitting = useSubmitForm({
    initial,
    read,
    mutation: bookFees,
    placeOf: (place) => {
      const name = place.split('.').at(-1) ?? ''
      return fields[name] ?? name
    },
    onSuccess: (booked) => {
      toast(done(booked), unbooking(booked))
      onDone()
    },
  })
  useAnewWhenChanged(submitting.failure)
  return submitting
}

/** So many are taken back one by one in a moment. */
const mostAtOnce = 25

/** The counter-bookings; a return takes those of its whole debit along, with what was passed on. */
export function unbooking(booked: readonly BookedFee[]): WayBack | null {
  const [first] = booked
  const isReturn = booked.some(({ kind }) => kind === 'returned')
  const ids = booked.filter(({ kind }) => kind !== 'charged').map(({ id }) => id)
  if (!first || ids.length > mostAtOnce) return null
  return { takeBack: undoBookings(isReturn ? ids.slice(0, 1) : ids), done: 'Zurückgenommen' }
}
