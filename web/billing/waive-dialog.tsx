import { FormTextarea } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import type { BookingBody } from '#web/data/billing.ts'
import type { FeeClaim } from '#worker/billing/billing.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import { maxBookings } from '#worker/domain/limits.ts'
import { describeClaims } from './describe-claims.ts'
import { TooManyBookings } from './pay-dialog.tsx'
import { useBooking } from './use-booking.ts'

type Draft = { note: string }

type WaiveDialogProps = {
  /** Claims that each have an open amount. */
  claims: readonly FeeClaim[]
  today: Day
  onClose: () => void
  onDone: () => void
}

/** Waives the open amounts. */
export function WaiveDialog({ claims, today, onClose, onDone }: WaiveDialogProps) {
  const submitting = useBooking<Draft>({
    claims,
    initial: { note: '' },
    read: ({ note }) => ({
      body: claims.map(
        ({ id, openInCent }): BookingBody => ({
          kind: 'waived',
          claimId: id,
          openInCent,
          amountInCent: openInCent,
          day: today,
          note,
        }),
      ),
    }),
    done: ({ length }) => (length === 1 ? 'Beitrag erlassen' : `${length} Beiträge erlassen`),
    onDone,
  })
  return (
    <SubmitDialog
      title={claims.length === 1 ? 'Beitrag erlassen' : `${claims.length} Beiträge erlassen`}
      description={describeClaims(claims)}
      submitting={submitting}
      detail={submitting.detail}
      confirmLabel="Erlassen"
      blocked={claims.length > maxBookings}
      onClose={onClose}
    >
      <TooManyBookings count={claims.length} />
      <FormTextarea<Draft>
        name="note"
        label="Warum"
        required
        help="Steht in der Beitragsabrechnung: „Beschluss des Vorstands vom 14.01.“"
      />
    </SubmitDialog>
  )
}
