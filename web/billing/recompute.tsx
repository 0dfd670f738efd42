import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { type BookingBody, bookFees } from '#web/data/billing.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Day } from '#worker/domain/dates.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { listName } from '#worker/domain/names.ts'
import { type OutdatedFee, recomputableFees } from './fee-rows.ts'
import { feesInWords } from './fee-text.ts'
import { SelectionDialog, useSelectedIds } from './ticked-dialog.tsx'
import { undoBookingsAction } from './use-booking.ts'
import type { ShownFeeYear } from './use-fees-of-year.ts'
import { useRefetchOnConflict } from './use-refetch-on-conflict.ts'

type RecomputeProps = { year: ShownFeeYear; today: Day; mayBook: boolean }

/** Recomputes fees of a closed year that later changes of members or of the fee table have outdated. */
export function Recompute({ year, today, mayBook }: RecomputeProps) {
  const [isOpen, setOpen] = useState(false)
  const { all: length, recomputable } = year.figures.outdated
  if (!mayBook || recomputable === 0) return null
  const open = () => {
    year.rest?.load()
    setOpen(true)
  }
  return (
    <>
      <Alert
        tone="info"
        className="print:hidden"
        action={
          <Button size="sm" busy={isOpen && year.rest !== null} onClick={open}>
            <RefreshCw />
            Neu berechnen
          </Button>
        }
      >
        <p>
          {feesInWords(length)} {length === 1 ? 'wäre' : 'wären'} heute{' '}
          {length === 1 ? 'ein anderer' : 'andere'}, als festgeschrieben{' '}
          {length === 1 ? 'ist' : 'sind'}. {settledInWords(length, recomputable)}
        </p>
      </Alert>
      {isOpen && !year.rest && (
        <RecomputeDialog
          outdated={recomputableFees(year.rows)}
          today={today}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** "10 davon sind schon bezahlt, eingezogen oder erlassen und bleiben; 4 lassen sich neu berechnen." */
function settledInWords(all: number, outdated: number): string {
  const settled = all - outdated
  if (settled === 0) return ''
  const stay =
    settled === 1
      ? '1 davon ist schon bezahlt, eingezogen oder erlassen und bleibt'
      : `${settled} davon sind schon bezahlt, eingezogen oder erlassen und bleiben`
  return `${stay}; ${outdated} ${outdated === 1 ? 'lässt' : 'lassen'} sich neu berechnen.`
}

type RecomputeDialogProps = { outdated: readonly OutdatedFee[]; today: Day; onClose: () => void }

function RecomputeDialog({ outdated, today, onClose }: RecomputeDialogProps) {
  const ticks = useSelectedIds(outdated.map(({ claim }) => claim.id))
  const { submit, isPending, failure } = useSubmit(bookFees, (booked) => {
    toast(`${feesInWords(booked.length)} berichtigt`, undoBookingsAction(booked))
    onClose()
  })
  useRefetchOnConflict(failure)
  const chosen = outdated.filter(({ claim }) => ticks.ticked.has(claim.id))
  return (
    <SelectionDialog
      title="Neu berechnen"
      description="Nach den Mitgliedern und der Beitragstabelle von heute. Gebucht wird der Unterschied; wer schon bezahlt hat, steht nicht dabei."
      confirmLabel="Berichtigen"
      {...ticks}
      rows={outdated.map(({ claim, before, after, reason }) => ({
        id: claim.id,
        words: (
          <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
            <span className="font-medium">{listName(claim.member)}</span>
            <span className="tabular-nums">
              <s className="text-muted-foreground">{germanEuro(before)}</s> {germanEuro(after)}
            </span>
            <span className="text-muted-foreground text-sm">{reason}</span>
          </span>
        ),
      }))}
      isNone={chosen.length === 0}
      busy={isPending}
      failure={failure}
      onConfirm={() => void submit(chosen.map((one) => correctionOf(one, today)))}
      onClose={onClose}
    />
  )
}

function correctionOf({ claim, before, after, reason }: OutdatedFee, today: Day): BookingBody {
  return {
    kind: 'corrected',
    claimId: claim.id,
    openInCent: claim.openInCent,
    amountInCent: after - before,
    day: today,
    note: `Neu berechnet: ${reason}`,
  }
}
