import type { RefObject } from 'react'
import { Amount } from '#web/enrolment/amount.tsx'
import { type Entry, paidLater, personLabel, toWaitingList } from '#web/enrolment/chosen-parades.ts'
import { notEnrolled } from '#web/enrolment/enrolment.api.ts'
import { ParadeLines } from '#web/enrolment/parade-lines.tsx'
import type { Failure } from '#web/lib/result.ts'
import { publicPaths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { germanDate } from '#worker/domain/dates.ts'
import { noWithdrawal } from '#worker/domain/legal.ts'
import type { Guardian } from '#worker/domain/minors.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { NativeDialog } from './native-dialog.tsx'
import { mustWait, onlyOpen, refusalWords, splitByRoom, waitingListWords } from './refusal-words.ts'
import { type SendEnrolment, sendEnrolment, sendForWaitingList } from './send-enrolment.ts'

export type ConfirmStepProps = {
  entries: readonly Entry[]
  totalInCent: number
  emailAddress: string
  /** The guardian of the minors; null when no person of the order needs one. */
  guardian: Guardian | null
  /** An unpaid order is replaced by this one. */
  isReplacing: boolean
  isBusy: boolean
  failure: Failure | null
  /** Where a challenge is drawn, when the server asks for one. */
  challengeRef: RefObject<HTMLDivElement | null>
  onClose: () => void
  /** Unticks the full parades for all people. */
  onOnlyOpen: (full: readonly number[]) => void
  onConfirm: (how: SendEnrolment) => void
}

/** The confirmation before the order. The button's label is required by law (§ 312j BGB). */
export function ConfirmStep({ entries, totalInCent, ...props }: ConfirmStepProps) {
  const isFree = totalInCent === 0
  const [only, ...others] = entries
  const isAlone = others.length === 0
  const isFull = mustWait(entries, props.failure)
  const { full, open } = splitByRoom(entries)
  return (
    <NativeDialog
      title="Stimmt alles?"
      description={only && isAlone ? personText(only, 0) : `${entries.length} Personen`}
      busy={props.isBusy}
      onClose={props.onClose}
      sum={
        !isFree && (
          <p className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 font-semibold max-md:mb-3">
            <span>{isFull ? paidLater : 'Summe'}</span>
            <Amount cents={totalInCent} />
          </p>
        )
      }
      footer={
        <>
          <Button disabled={props.isBusy} onClick={props.onClose}>
            Abbrechen
          </Button>
          <Button
            variant="primary"
            busy={props.isBusy}
            onClick={() => props.onConfirm(isFull ? sendForWaitingList : sendEnrolment)}
          >
            {isFull ? toWaitingList : isFree ? 'Anmelden' : 'Zahlungspflichtig anmelden'}
          </Button>
        </>
      }
    >
      {props.failure && <EnrolmentFailure failure={props.failure} entries={entries} />}
      <div ref={props.challengeRef} className="empty:hidden" />
      {only && isAlone ? <ParadeLines lines={only.sum.lines} /> : <People entries={entries} />}
      {props.guardian && <GuardianLine of={props.guardian} />}
      <p className="wrap-anywhere text-muted-foreground">
        Die Bestätigung geht an <b className="text-foreground">{props.emailAddress.trim()}</b>.
      </p>
      {props.isReplacing && (
        <p className="text-muted-foreground">
          Deine bisherige, noch nicht bezahlte Anmeldung wird damit ersetzt.
        </p>
      )}
      {isFull && waitingListWords(entries).map((sentence) => <p key={sentence}>{sentence}</p>)}
      {isFull && full.length > 0 && open.length > 0 && (
        <Button disabled={props.isBusy} onClick={() => props.onOnlyOpen(full.map(({ id }) => id))}>
          {onlyOpen}
        </Button>
      )}
      {!isFree && !isFull && (
        <>
          <p className="text-muted-foreground">
            Du wirst jetzt zur Bezahlung weitergeleitet. Erst mit der Zahlung bist Du angemeldet.
          </p>
          <p className="text-muted-foreground">{noWithdrawal}</p>
        </>
      )}
    </NativeDialog>
  )
}

/** Who accompanies the minors of the enrolment. */
export function GuardianLine({ of: { name, phone } }: { of: Guardian }) {
  return (
    <p className="wrap-anywhere text-muted-foreground">
      Begleitung: <b className="text-foreground">{name.trim()}</b>, {phone.trim()}
    </p>
  )
}

function People({ entries }: { entries: readonly Entry[] }) {
  return entries.map((entry, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change while the dialog is open.
    <section key={index}>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="wrap-anywhere min-w-0 flex-[1_1_8rem]">{personText(entry, index)}</h3>
        <b className="whitespace-nowrap font-semibold tabular-nums">
          {germanEuro(entry.sum.totalInCent)}
        </b>
      </div>
      <ParadeLines lines={entry.sum.lines} />
    </section>
  ))
}

export function personText(entry: Entry, index: number): string {
  const name = personLabel(entry, index)
  return entry.birthday ? `${name}, geboren am ${germanDate(entry.birthday)}` : name
}

type EnrolmentFailureProps = {
  failure: Failure
  entries: readonly Entry[]
  /** Rendered as a page of its own, which has no link to earlier orders. */
  withoutScript?: boolean
}

export function EnrolmentFailure({
  failure,
  entries,
  withoutScript = false,
}: EnrolmentFailureProps) {
  const { error } = failure
  return (
    <Alert tone="error" title={notEnrolled} focusOnMount>
      <div className="grid gap-1.5">
        {refusalWords(failure, { entries, withoutScript }).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {error?.code === 'OrderPaid' && (
          <p>
            <a href={`${publicPaths.paradeEnrolmentResult}?state=success`}>Zu Deiner Anmeldung</a>
          </p>
        )}
      </div>
    </Alert>
  )
}
