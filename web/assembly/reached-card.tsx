import { Plus } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Failure } from '#web/components/failure.tsx'
import { changeAssemblyRows } from '#web/data/assembly.ts'
import { useHonorLabels } from '#web/data/guild.ts'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { useRemovalFocus } from '#web/lib/use-removal-focus.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Assembly, AssemblyRow, RowsChange } from '#worker/assembly/assembly.contract.ts'
import { germanDateWithWeekday } from '#worker/domain/dates.ts'
import { listName } from '#worker/domain/names.ts'
import { AddHonorDialog } from './add-honor-dialog.tsx'
import { isNotEntered, joinNames, keyOf, nameWithHonor, rowKeyOf } from './assembly-rows.ts'
import { MarksDialog } from './marks-dialog.tsx'
import { ReachedTable } from './reached-table.tsx'
import type { RowAct } from './row-menu.tsx'
import type { useAttendance } from './use-attendance.ts'

type ReachedCardProps = {
  assembly: Assembly
  attendance: ReturnType<typeof useAttendance>
  mayWrite: boolean
  /** The honors already entered for this assembly, each entry with its undo; shown below the head. */
  children: ReactNode
}

/** A row whose change the server has rejected, and why. */
type Refused = { row: AssemblyRow; failure: CallFailure }

/** The honors that are due, with a tick for attendance and a menu of actions in each row. */
export function ReachedCard({ assembly, attendance, mayWrite, children }: ReachedCardProps) {
  const { rows, date } = assembly
  const { attendanceOf, say } = attendance
  const labels = useHonorLabels()
  const [edited, setEdited] = useState<AssemblyRow | null>(null)
  const [isAdding, setAdding] = useState(false)
  const { goal, markRemoved } = useRemovalFocus<HTMLDivElement, string>(
    rows.map((row) => ({ id: keyOf(row) })),
  )
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const { submit } = useSubmit(
    {
      ...changeAssemblyRows(date),
      onError: (failure: CallFailure, sent: RowsChange) => {
        const [named] = sent.rows
        const row = rows.find(
          ({ member, type }) => member.id === named?.memberId && type === named.type,
        )
        if (row) setRefused((before) => [...before, { row, failure }])
      },
    },
    (_saved, sent, undoAction) => {
      toast(
        sent.set.choice === 'left_out' ? 'Diesmal nicht geehrt' : 'Von der Liste genommen',
        undoAction,
      )
    },
  )
  // Requests are queued, so that the user can already change the next row.
  const sending = useRef(Promise.resolve())
  const choose = (row: AssemblyRow, choice: 'left_out' | null) => {
    const key = keyOf(row)
    markRemoved(key)
    setRefused((before) => before.filter((one) => keyOf(one.row) !== key))
    sending.current = sending.current.then(() => submit({ rows: [rowKeyOf(row)], set: { choice } }))
  }
  const act = (row: AssemblyRow, wanted: RowAct) => {
    switch (wanted) {
      case 'excuse':
        return say([row.member.id], 'excused')
      case 'unexcuse':
        return say([row.member.id], null)
      case 'edit':
        return setEdited(row)
      case 'leaveOut':
        return choose(row, 'left_out')
      case 'remove':
        return choose(row, null)
    }
  }
  return (
    <Card bleed aria-label="Erreicht">
      <div ref={goal} tabIndex={-1}>
        <CardHead
          title="Erreicht"
          tally={rows.length > 0 && rows.length}
          className="max-md:flex-wrap max-md:gap-x-2 print:py-0"
          actions={
            mayWrite && (
              <>
                <AllPresent rows={rows} attendance={attendance} />
                <Button
                  variant="ghost"
                  size="sm"
                  className="max-md:px-2"
                  onClick={() => setAdding(true)}
                >
                  <Plus />
                  <span>
                    Ehrung <span className="max-md:sr-only">hinzufügen</span>
                  </span>
                </Button>
              </>
            )
          }
        />
      </div>
      {attendance.failed && (
        <Failure
          failure={attendance.failed.failure}
          detail={detailOf(attendance.failed.failure)}
          before={`${namesOf(rows, attendance.failed.memberIds)}:`}
          className="mx-6 mb-4 max-md:mx-4"
        />
      )}
      {refused.map(({ row, failure }) => (
        <Failure
          key={keyOf(row)}
          failure={failure}
          detail={detailOf(failure)}
          before={`${nameWithHonor(row, labels)}.`}
          className="mx-6 mb-4 max-md:mx-4"
        />
      ))}
      {children}
      {rows.length > 0 ? (
        <ReachedTable
          rows={rows}
          attendanceOf={attendanceOf}
          acts={
            mayWrite
              ? {
                  tick: (row, isPresent) => say([row.member.id], isPresent ? 'present' : null),
                  act,
                }
              : null
          }
        />
      ) : (
        <Empty title="Niemand ist zu ehren" level="h3">
          {assembly.leftOut.length > 0
            ? 'Was fällig ist, steht unter „Diesmal nicht“.'
            : `Bis ${germanDateWithWeekday(date)} wird keine Ehrung fällig.`}
        </Empty>
      )}
      {edited && <MarksDialog row={edited} date={date} onClose={() => setEdited(null)} />}
      {isAdding && <AddHonorDialog date={date} rows={rows} onClose={() => setAdding(false)} />}
    </Card>
  )
}

function namesOf(rows: readonly AssemblyRow[], memberIds: readonly number[]): string {
  const people = new Map(rows.map(({ member }) => [member.id, listName(member)]))
  return joinNames(memberIds.flatMap((id) => people.get(id) ?? []))
}

type AllPresentProps = Pick<ReachedCardProps, 'attendance'> & { rows: readonly AssemblyRow[] }

/** A button: marks everyone without an attendance as present; when everyone has one, resets "present". */
function AllPresent({ rows, attendance: { attendanceOf, say } }: AllPresentProps) {
  const open = rows.filter(isNotEntered)
  const idsOf = (wanted: 'present' | null) => [
    ...new Set(open.filter((row) => attendanceOf(row) === wanted).map(({ member }) => member.id)),
  ]
  const unmarked = idsOf(null)
  const present = idsOf('present')
  if (unmarked.length + present.length === 0) return null
  return (
    <Button
      variant="ghost"
      size="sm"
      className="max-md:px-2"
      onClick={() =>
        unmarked.length > 0
          ? say(unmarked, 'present', (undoAction) => toast('Alle sind da', undoAction))
          : say(present, null, (undoAction) => toast('Niemand ist mehr abgehakt', undoAction))
      }
    >
      {unmarked.length > 0 ? 'Alle sind da' : 'Niemand ist da'}
    </Button>
  )
}
