import { Check } from 'lucide-react'
import { useHonorLabels } from '#web/data/guild.ts'
import { HonorLabel } from '#web/members/shared/honor-label.tsx'
import { ExitBadge } from '#web/members/shared/membership-badge.tsx'
import { paths } from '#web/paths.ts'
import { AlsoDueNote } from '#web/statistics/also-due.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import {
  ActionsCell,
  ActionsHead,
  RowLink,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeadCell,
  TableRow,
} from '#web/ui/table.tsx'
import type { AssemblyRow } from '#worker/assembly/assembly.contract.ts'
import type { Attendance } from '#worker/domain/codes.ts'
import { attendanceLabels } from '#worker/domain/labels.ts'
import { listName } from '#worker/domain/names.ts'
import {
  type AttendanceOf,
  isNotEntered,
  keyOf,
  marksInWords,
  nameWithHonor,
  seriesHeads,
} from './assembly-rows.ts'
import { type RowAct, RowMenu } from './row-menu.tsx'

export const reachedHeads = ['Name', 'Ehrung', 'Warum']

/** The actions of users with the right to write. */
type RowActs = {
  tick: (row: AssemblyRow, isPresent: boolean) => void
  act: (row: AssemblyRow, act: RowAct) => void
}

type ReachedTableProps = {
  rows: readonly AssemblyRow[]
  attendanceOf: AttendanceOf
  /** null for users who may only read: the table then has no ticks and no menus. */
  acts: RowActs | null
}

/** The people with due honors by series, with a tick for attendance. */
export function ReachedTable({ rows, attendanceOf, acts }: ReachedTableProps) {
  const series = Map.groupBy(rows, ({ basis }) => basis)
  return (
    <Table size="sm" aria-label="Erreicht">
      <TableHead>
        <TableRow>
          {acts && <TableHeadCell data-at="tick">Da</TableHeadCell>}
          <TableHeadCell style={{ width: '22%' }}>Name</TableHeadCell>
          <TableHeadCell style={{ width: '32%' }}>Ehrung</TableHeadCell>
          <TableHeadCell>Warum</TableHeadCell>
          {acts && <ActionsHead />}
        </TableRow>
      </TableHead>
      {[...series].map(([basis, ofSeries]) => (
        <TableBody key={basis}>
          <SeriesHead columns={acts ? 5 : 3}>{seriesHeads[basis]}</SeriesHead>
          {ofSeries.map((row) => (
            <ReachedRow key={keyOf(row)} row={row} attendance={attendanceOf(row)} acts={acts} />
          ))}
        </TableBody>
      ))}
    </Table>
  )
}

function SeriesHead({ columns, children }: { columns: number; children: string }) {
  return (
    <TableRow className="max-md:min-h-0! max-md:border-b-0! max-md:pt-4! max-md:pb-1.5!">
      <TableCell
        colSpan={columns}
        className="h-auto! border-b-0! pt-4! pb-1.5! align-bottom font-semibold text-muted-foreground text-sm max-md:col-span-full max-md:p-0!"
      >
        <span className="sr-only">Reihe: </span>
        {children}
      </TableCell>
    </TableRow>
  )
}

type ReachedRowProps = {
  row: AssemblyRow
  attendance: Attendance | null
  acts: RowActs | null
}

function ReachedRow({ row, attendance, acts }: ReachedRowProps) {
  const labels = useHonorLabels()
  const name = listName(row.member)
  const isTicked = isNotEntered(row) && attendance === 'present'
  return (
    <TableRow data-ticked={(acts && isTicked) || undefined}>
      {acts && (
        <TableCell at="tick">
          {isNotEntered(row) ? (
            <PresenceTick
              name={name}
              checked={isTicked}
              onChange={(isPresent) => acts.tick(row, isPresent)}
            />
          ) : (
            <Check aria-hidden="true" className="text-success max-md:m-[0.8125rem] print:hidden" />
          )}
        </TableCell>
      )}
      <TableCell at="first">
        <RowLink to={paths.member(row.member.id)} className="wrap-anywhere">
          {name}
        </RowLink>
      </TableCell>
      <TableCell at="second" className="md:py-2">
        <span className="text-foreground">
          <HonorLabel>{labels(row.type)}</HonorLabel>
        </span>
        <Marks row={row} attendance={attendance} withPresence={!acts} />
      </TableCell>
      <TableCell className="text-muted-foreground max-md:col-span-full max-md:text-[0.9375rem] md:py-2">
        <span className="wrap-anywhere">{row.reason || (row.note ? '' : '–')}</span>
        {row.alsoDue.length > 0 && <AlsoDueNote types={row.alsoDue} />}
        {row.note && (
          <span className="block text-sm wrap-anywhere print:text-[8pt]">Notiz: {row.note}</span>
        )}
      </TableCell>
      {acts && (
        <ActionsCell>
          <RowMenu
            row={row}
            attendance={attendance}
            label={nameWithHonor(row, labels)}
            onAct={acts.act}
          />
        </ActionsCell>
      )}
    </TableRow>
  )
}

type MarksProps = {
  row: AssemblyRow
  attendance: Attendance | null
  /** Whether "Da" is shown as text, because the table has no ticks; "entschuldigt" is always shown. */
  withPresence: boolean
}

/** What was noted about the honor, below its name: entered, attendance, invited, ordered. */
function Marks({ row, attendance, withPresence }: MarksProps) {
  const isEntered = !isNotEntered(row)
  const presence = attendance === 'excused' || withPresence ? attendance : null
  const words = marksInWords(row)
  if (!isEntered && !presence && words === '' && !row.leavesOn) return null
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted-foreground text-sm md:ps-[1.375rem] print:text-[8pt]">
      {isEntered && <Badge tone="green">eingetragen</Badge>}
      {presence && (
        <Badge tone={presence === 'excused' ? 'amber' : 'blue'}>{attendanceLabels[presence]}</Badge>
      )}
      {row.leavesOn && <ExitBadge date={row.leavesOn} />}
      {words && <span>{words}</span>}
    </span>
  )
}

type PresenceTickProps = {
  name: string
  checked: boolean
  onChange: (isPresent: boolean) => void
}

/** The tick "Da"; a press anywhere in its cell toggles it. */
function PresenceTick({ name, checked, onChange }: PresenceTickProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the Tick inside.
    <label className="-m-2.5 grid size-10 cursor-pointer place-items-center max-md:m-0 max-md:size-11">
      <Checkbox
        aria-label={`${name} ist da`}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
    </label>
  )
}
