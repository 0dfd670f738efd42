import { type FormEvent, useState } from 'react'
import { failureDetail } from '#web/lib/failure-detail.ts'
import type { Result } from '#web/lib/result.ts'
import { useAct } from '#web/lib/use-act.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import type { Day } from '#worker/domain/dates.ts'
import { membershipStateLabels } from '#worker/domain/labels.ts'
import type { LeaveBody, Member } from '#worker/members/members.contract.ts'
import { LeaveEntries } from './leave-entries.tsx'
import { keyOf, type LeavingState, leaveBody, openEntries } from './leaving.ts'
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

/** Ausgetreten or Verstorben, and what ends with it: all of it is ticked, nothing ends unsaid. */
export function LeaveDialog({ member, memberSince, today, onClose, ...props }: LeaveDialogProps) {
  const [state, setState] = useState(props.state)
  const [date, setDate] = useState<Day | null>(props.date)
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const belongings = useBelongings(member.id)
  const { run, isBusy, failure } = useAct(props.leave, props.onDone)
  const { known } = belongings
  const entries = known && openEntries({ ...known, memberSince }, date ?? today)
  const isReady = entries !== null && date !== null
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    if (!entries || !date) return
    void run(
      leaveBody(
        state,
        date,
        entries.filter((entry) => !kept.has(keyOf(entry))),
      ),
    )
  }
  const fields = failure?.error?.fields ?? {}
  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={isBusy}
      title="Austritt eintragen"
      description={`${member.firstName} ${member.lastName}`}
      onSubmit={confirm}
      footer={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            Abbrechen
          </Button>
          <Button type="submit" variant="primary" busy={isBusy} disabled={!isReady}>
            OK
          </Button>
        </>
      }
    >
      {failure && (
        <Failure
          message={memberNotSaved}
          failure={failure}
          detail={entryProblem(fields) ?? failureDetail(failure, memberNotSaved)}
        />
      )}
      <div className="grid gap-4 md:grid-cols-2">
        <Field label="Mitgliedsstatus">
          {(ids) => (
            <Select
              {...ids}
              value={state}
              onChange={({ target }) => setState(target.value as LeavingState)}
            >
              <option value="Left">{membershipStateLabels.Left}</option>
              <option value="Died">{membershipStateLabels.Died}</option>
            </Select>
          )}
        </Field>
        <DateField
          label="Datum"
          required
          value={date}
          onChange={setDate}
          today={today}
          error={fields.date}
          help={!date && 'Es fehlt noch das Datum.'}
        />
      </div>
      <LeaveEntries belongings={belongings} entries={entries} kept={kept} onKept={setKept} />
    </Dialog>
  )
}

/** The server's sentence about one of the offices or costumes. */
function entryProblem(fields: Record<string, string>): string | undefined {
  return Object.entries(fields).find(([field]) => field !== 'date')?.[1]
}
