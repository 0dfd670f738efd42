import { useState } from 'react'
import type { Result } from '#web/lib/result.ts'
import { useAct } from '#web/lib/use-act.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import type { Day } from '#worker/domain/dates.ts'
import type { FieldMessages } from '#worker/domain/errors.ts'
import type { LeaveBody, Member } from '#worker/members/members.contract.ts'
import { LeaveEntries } from './leave-entries.tsx'
import { LeaveFields } from './leave-fields.tsx'
import {
  endsUnlessKept,
  keyOf,
  type LeavingState,
  leaveBody,
  leavingNouns,
  type OpenEntry,
  openEntries,
} from './leaving.ts'
import { memberNotSaved } from './member.api.ts'
import { useBelongings } from './use-belongings.ts'

type LeaveDialogProps = {
  member: { id: number; firstName: string; lastName: string }
  /** The start of the timespan that is still open. */
  memberSince: Day | null
  state: LeavingState
  date: Day
  today: Day
  leave: (body: LeaveBody) => Promise<Result<Member>>
  onClose: () => void
  onDone: (member: Member) => void
}

/** Ausgetreten or Verstorben, and what ends with it: nothing ends unsaid. */
export function LeaveDialog({ member, memberSince, today, ...props }: LeaveDialogProps) {
  const [state, setState] = useState(props.state)
  const [date, setDate] = useState<Day | null>(props.date)
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map())
  const belongings = useBelongings(member.id)
  const { run, isBusy, failure } = useAct(props.leave, props.onDone)
  const { known } = belongings
  const entries = known && openEntries({ ...known, memberSince }, date ?? today)
  const fields = failure?.error?.fields ?? {}
  const ends = (entry: OpenEntry) => choices.get(keyOf(entry)) ?? endsUnlessKept(entry, today)
  const choose = (entry: OpenEntry, isEnding: boolean) =>
    setChoices(new Map([...choices, [keyOf(entry), isEnding]]))
  const confirm = () => {
    if (entries && date) void run(leaveBody(state, date, entries.filter(ends)))
  }
  return (
    <FormDialog
      title={`${leavingNouns[state]} eintragen`}
      description={`${member.firstName} ${member.lastName}`}
      notSaved={memberNotSaved}
      failure={failure}
      detail={entryProblem(fields)}
      busy={isBusy}
      blocked={!entries || !date}
      onClose={props.onClose}
      onConfirm={confirm}
    >
      <LeaveFields
        state={state}
        onState={setState}
        date={date}
        onDate={setDate}
        today={today}
        dateError={fields.date}
      />
      <LeaveEntries belongings={belongings} entries={entries} ends={ends} onChoose={choose} />
    </FormDialog>
  )
}

/** The server's sentence about one of the offices or costumes. */
function entryProblem(fields: FieldMessages): string | undefined {
  return Object.entries(fields).find(([field]) => field !== 'date')?.[1]
}
