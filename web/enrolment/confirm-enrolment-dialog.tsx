import { failureDetail } from '#web/lib/failure-detail.ts'
import type { Failure } from '#web/lib/result.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import { Amount } from './amount.tsx'
import type { Sum } from './chosen-parades.ts'
import { notEnrolled, notEnrolledHint } from './enrolment.api.ts'
import { ParadeLines } from './parade-lines.tsx'

type ConfirmEnrolmentDialogProps = {
  open: boolean
  onClose: () => void
  person: { firstName: string; lastName: string; birthday: Day | null }
  sum: Sum
  isBusy: boolean
  failure: Failure | null
  onConfirm: () => void
}

/** The last look before it counts. The button's words are the law's (§ 312j BGB). */
export function ConfirmEnrolmentDialog({ person, sum, ...props }: ConfirmEnrolmentDialogProps) {
  const isFree = sum.totalInCent === 0
  return (
    <Dialog
      open={props.open}
      onOpenChange={(open) => open || props.onClose()}
      busy={props.isBusy}
      title="Stimmt alles?"
      description={aboutPerson(person)}
      footer={
        <>
          <Button disabled={props.isBusy} onClick={props.onClose}>
            Abbrechen
          </Button>
          <Button variant="primary" busy={props.isBusy} onClick={props.onConfirm}>
            {isFree ? 'Anmelden' : 'Zahlungspflichtig anmelden'}
          </Button>
        </>
      }
    >
      {props.failure && <EnrolmentFailure failure={props.failure} />}
      <ParadeLines lines={sum.lines} />
      {!isFree && (
        <>
          <p className="flex items-baseline justify-between border-foreground border-t-2 pt-3.5 font-semibold">
            <span>Summe</span>
            <Amount cents={sum.totalInCent} />
          </p>
          <p className="text-muted-foreground">
            Du wirst jetzt zur Bezahlung weitergeleitet. Erst mit der Zahlung bist Du angemeldet.
          </p>
        </>
      )}
    </Dialog>
  )
}

function aboutPerson({ firstName, lastName, birthday }: ConfirmEnrolmentDialogProps['person']) {
  const name = `${firstName.trim()} ${lastName.trim()}`
  return birthday ? `${name}, geboren am ${germanDate(birthday)}` : name
}

function EnrolmentFailure({ failure }: { failure: Failure }) {
  const detail = failureDetail(failure, notEnrolledHint)
  return (
    <Alert tone="error" title={notEnrolled} focusOnMount>
      {detail && <p>{detail}</p>}
      <p className={detail && 'mt-1.5'}>{notEnrolledHint}</p>
    </Alert>
  )
}
