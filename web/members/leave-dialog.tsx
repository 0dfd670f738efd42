import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { memberNotSaved } from '#web/data/members.ts'
import { type Sending, useSendingForm } from '#web/lib/use-submit-form.ts'
import { Alert } from '#web/ui/alert.tsx'
import type { Day } from '#worker/domain/dates.ts'
import type { FieldMessages } from '#worker/domain/errors.ts'
import { fullName } from '#worker/domain/names.ts'
import type { LeaveBody, Person } from '#worker/members/members.contract.ts'
import { LeaveEntries } from './leave-entries.tsx'
import { LeaveFields } from './leave-fields.tsx'
import {
  endsUnlessKept,
  keyOf,
  type LeaveDraft,
  type LeavingState,
  leavingNouns,
  type OpenEntry,
  openEntries,
  readLeaving,
} from './leaving.ts'
import type { useBelongings } from './use-belongings.ts'

type LeaveDialogProps = {
  member: { firstName: string; lastName: string }
  belongings: ReturnType<typeof useBelongings>
  state: LeavingState
  date: Day
  today: Day
  sending: Sending<LeaveBody>
  onClose: () => void
}

/** Ausgetreten or Verstorben, and what ends with it: nothing ends unsaid. */
export function LeaveDialog({ member, belongings, today, sending, ...props }: LeaveDialogProps) {
  const entriesOf = ({ date }: LeaveDraft) =>
    belongings.known && openEntries(belongings.known, typeof date === 'string' ? date : today)
  const endsIn = ({ choices }: LeaveDraft, entry: OpenEntry) =>
    choices[keyOf(entry)] ?? endsUnlessKept(entry, today)
  const submitting = useSendingForm({
    initial: { state: props.state, date: props.date, choices: {} },
    read: (draft: LeaveDraft) =>
      readLeaving(
        draft,
        (entriesOf(draft) ?? []).filter((entry) => endsIn(draft, entry)),
      ),
    sending,
    notDone: memberNotSaved,
  })
  const { form, failure } = submitting
  const draft = form.watch()
  return (
    <SubmitDialog
      title={`${leavingNouns[draft.state]} eintragen`}
      description={fullName(member)}
      submitting={submitting}
      detail={entryProblem(failure?.error?.fields ?? {})}
      blocked={!belongings.known || typeof draft.date !== 'string'}
      onClose={props.onClose}
    >
      <LeaveFields today={today} waiting={belongings.known?.waiting ?? null} />
      <PaysFor payees={belongings.known?.payees ?? []} state={draft.state} />
      <LeaveEntries
        entries={entriesOf(draft)}
        parts={belongings.parts}
        ends={(entry) => endsIn(draft, entry)}
        onChoose={(entry, isEnding) => form.setValue(`choices.${keyOf(entry)}`, isEnding)}
      />
    </SubmitDialog>
  )
}

type PaysForProps = { payees: readonly Person[]; state: LeavingState }

/** Whose fee nobody pays any more, unless another payer is entered with them. */
function PaysFor({ payees, state }: PaysForProps) {
  if (payees.length === 0) return null
  const names = payees.map(fullName).join(', ')
  return (
    <Alert tone="warn" title={`Zahlt auch für ${names}`}>
      {state === 'Died'
        ? 'Trage dort danach einen neuen Zahler ein. Bis dahin wird deren Beitrag nicht eingezogen.'
        : 'Das bleibt so, bis Du dort einen anderen Zahler einträgst.'}
    </Alert>
  )
}

/** The server's sentence about one of the offices or costumes. */
function entryProblem(fields: FieldMessages): string | undefined {
  return Object.entries(fields).find(([field]) => field !== 'date')?.[1]
}
