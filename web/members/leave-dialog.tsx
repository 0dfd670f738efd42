import { useWatch } from 'react-hook-form'
import { Failure } from '#web/components/failure.tsx'
import { FormDate, FormSelect } from '#web/components/form-fields.tsx'
import type { SectionQuery } from '#web/components/query-section.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { useOffices } from '#web/data/guild.ts'
import {
  memberCostumesQuery,
  memberDutiesQuery,
  memberFamilyQuery,
  memberNotSaved,
} from '#web/data/members.ts'
import { useQueryOnce } from '#web/lib/query.ts'
import { missingDayReason } from '#web/lib/typed-day.ts'
import { type FormSubmission, useParentSubmitForm } from '#web/lib/use-submit-form.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { Duty } from '#worker/domain/codes.ts'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import type { FieldMessages } from '#worker/domain/errors.ts'
import { membershipStateLabels } from '#worker/domain/labels.ts'
import { fullName } from '#worker/domain/names.ts'
import type { LeaveBody, Person } from '#worker/members/members.contract.ts'
import {
  endsByDefault,
  keyOf,
  type LeaveDraft,
  type LeavingState,
  leavingNouns,
  type OpenEntry,
  openEntries,
  readLeaving,
} from './leaving.ts'

type LeaveDialogProps = {
  member: { firstName: string; lastName: string }
  belongings: ReturnType<typeof useLeavingEntries>
  state: LeavingState
  date: Day
  today: Day
  sending: FormSubmission<LeaveBody>
  onClose: () => void
}

/** Ausgetreten or Verstorben, with a choice of what ends on that day. */
export function LeaveDialog({ member, belongings, today, sending, ...props }: LeaveDialogProps) {
  const entriesOnDay = ({ date }: LeaveDraft) =>
    belongings.known && openEntries(belongings.known, typeof date === 'string' ? date : today)
  const endsIn = ({ choices }: LeaveDraft, entry: OpenEntry) =>
    choices[keyOf(entry)] ?? endsByDefault(entry, today)
  const submitting = useParentSubmitForm({
    initial: { state: props.state, date: props.date, choices: {} },
    read: (draft: LeaveDraft) =>
      readLeaving(
        draft,
        (entriesOnDay(draft) ?? []).filter((entry) => endsIn(draft, entry)),
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
        entries={entriesOnDay(draft)}
        parts={belongings.parts}
        ends={(entry) => endsIn(draft, entry)}
        onChoose={(entry, isEnding) => form.setValue(`choices.${keyOf(entry)}`, isEnding)}
      />
    </SubmitDialog>
  )
}

type PaysForProps = { payees: readonly Person[]; state: LeavingState }

/** Warns that the leaving member pays the fees of other members, who then need another payer. */
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

/** The server's error about an office or a costume that was to end; undefined when only the date is wrong. */
function entryProblem(fields: FieldMessages): string | undefined {
  return Object.entries(fields).find(([field]) => field !== 'date')?.[1]
}

type LeaveFieldsProps = {
  today: Day
  /** The day of a pending exit; null when there is none. */
  waiting: Day | null
}

function LeaveFields({ today, waiting }: LeaveFieldsProps) {
  const [state, date] = useWatch<LeaveDraft, ['state', 'date']>({ name: ['state', 'date'] })
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <FormSelect<LeaveDraft> name="state" label="Mitgliedsstatus">
          <option value="Left">{membershipStateLabels.Left}</option>
          <option value="Died">{membershipStateLabels.Died}</option>
        </FormSelect>
        <FormDate<LeaveDraft>
          name="date"
          label="Datum"
          required
          today={today}
          help={missingDayReason(date, 'Es fehlt noch das Datum.')}
        />
      </div>
      {typeof date === 'string' && (
        <p className="text-muted-foreground text-sm">
          {state === 'Died' ? died : date > today ? leavesOn(date) : left}
          {waiting &&
            (waiting !== date || state === 'Died') &&
            ` Der Austritt zum ${germanDate(waiting)} gilt dann nicht mehr.`}
        </p>
      )}
    </>
  )
}

const died = 'Der Todesfall gilt sofort. Er lässt sich auf der Seite des Mitglieds zurücknehmen.'
const left = 'Der Austritt gilt sofort. Er lässt sich auf der Seite des Mitglieds zurücknehmen.'
const leavesOn = (date: Day) =>
  `Der ${germanDate(date)} ist der letzte Tag: Bis dahin bleibt alles wie bei jedem Mitglied, auch der Beitrag. Am Tag danach wird der Status „Ausgetreten“. Der Austritt lässt sich vorher und nachher zurücknehmen.`

type LeaveEntriesProps = {
  /** What may end on the day; null until all of it is loaded. */
  entries: readonly OpenEntry[] | null
  /** The queries that load `entries`, for their failures. */
  parts: readonly SectionQuery<unknown>[]
  ends: (entry: OpenEntry) => boolean
  onChoose: (entry: OpenEntry, ends: boolean) => void
}

function LeaveEntries({ entries, parts, ends, onChoose }: LeaveEntriesProps) {
  const offices = useOffices()
  if (!entries) return <NotKnown parts={parts} />
  if (entries.length === 0) {
    return (
      <p className="text-muted-foreground">
        An diesem Tag ist nichts offen: keine Mitgliedszeit, kein Amt, kein Kleid.
      </p>
    )
  }
  return (
    <fieldset className="grid gap-0.5">
      <legend className="mb-1 font-semibold text-sm">An diesem Tag endet auch</legend>
      {entries.map((entry) => (
        <Checkbox
          key={keyOf(entry)}
          checked={ends(entry)}
          onChange={({ target }) => onChoose(entry, target.checked)}
        >
          {wordsFor(entry, offices.labelOf)}
        </Checkbox>
      ))}
      <p className="mt-1 text-muted-foreground text-xs max-md:text-sm">
        Was Du abwählst, bleibt, wie es ist.
      </p>
    </fieldset>
  )
}

function wordsFor(entry: OpenEntry, officeOf: (duty: Duty) => string): string {
  const { from, to } = entry
  const time = to ? `${germanDate(from)} – ${germanDate(to)}` : `seit ${germanDate(from)}`
  if (entry.kind === 'timespan') return `Mitgliedszeit ${time}`
  if (entry.kind === 'duty') return `Amt ${officeOf(entry.entry.duty)} ${time}`
  const { type, number } = entry.costume
  return `Kleid ${type.name} ${number} ${time}`
}

function NotKnown({ parts }: { parts: LeaveEntriesProps['parts'] }) {
  const failed = parts.flatMap(({ error, isFetching, refetch }) =>
    error ? [{ error, isFetching, refetch }] : [],
  )
  if (failed.length === 0) return <Waiting />
  return failed.map(({ error, isFetching, refetch }) => (
    <Failure key={error.message} failure={error} busy={isFetching} onRetry={() => void refetch()} />
  ))
}

function Waiting() {
  return (
    <Loading>
      {['70%', '55%', '62%'].map((width) => (
        <Skeleton key={width} width={width} className="my-3.5" />
      ))}
    </Loading>
  )
}

type OpenMembership = { since: Day | null; waiting: Day | null }

/**
 * Loads what may end with the membership: offices, costumes, and the members whose fees the member pays.
 * @param membership the start of the open period and the day of a pending exit; undefined until loaded
 */
export function useLeavingEntries(memberId: number, membership: OpenMembership | undefined) {
  const duties = useQueryOnce(memberDutiesQuery(memberId))
  const costumes = useQueryOnce(memberCostumesQuery(memberId))
  const family = useQueryOnce(memberFamilyQuery(memberId))
  const isKnown = membership && duties.data && costumes.data && family.data
  const parts: SectionQuery<unknown>[] = [duties, costumes, family]
  return {
    known: isKnown
      ? {
          ...membership,
          duties: duties.data,
          costumes: costumes.data,
          payees: family.data.payees,
        }
      : null,
    parts,
  }
}
