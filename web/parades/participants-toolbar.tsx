import type { Sort } from '#web/lib/sort-rows.ts'
import { Badge } from '#web/ui/badge.tsx'
import { SearchInput } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import type { TypeCount } from './check-in-list.ts'
import { columnLabels, type ParticipantColumn } from './participant-columns.ts'

type ParticipantsToolbarProps = {
  typed: string
  onTyped: (typed: string) => void
  columns: readonly ParticipantColumn[]
  sort: Sort<ParticipantColumn>
  onSort: (sort: Sort<ParticipantColumn>) => void
  counts: readonly TypeCount[]
}

export function ParticipantsToolbar({
  typed,
  onTyped,
  counts,
  ...sorting
}: ParticipantsToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b px-4 pb-3 md:pl-6 print:border-0 print:px-0">
      <div className="flex gap-2 max-md:w-full print:hidden">
        <SearchInput
          placeholder="Suchen"
          aria-label="Nach Name oder Kleidernummer suchen"
          value={typed}
          onChange={(event) => onTyped(event.target.value)}
          wrapperClassName="w-76 max-md:w-auto max-md:flex-1"
        />
        <PhoneSort {...sorting} />
      </div>
      <ul aria-label="Anzahl je Kleidertyp" className="flex flex-wrap gap-2">
        {counts.map(({ id, name, count }) => (
          <li key={id}>
            <Badge>
              {name} <span className="font-normal tabular-nums">{count}</span>
            </Badge>
          </li>
        ))}
      </ul>
    </div>
  )
}

type PhoneSortProps = Pick<ParticipantsToolbarProps, 'columns' | 'sort' | 'onSort'>

/** On the phone the table has no heads to press. */
function PhoneSort({ columns, sort, onSort }: PhoneSortProps) {
  return (
    <Select
      aria-label="Sortieren nach"
      value={sort.column}
      onChange={(event) =>
        onSort({ column: event.target.value as ParticipantColumn, direction: 'ascending' })
      }
      wrapperClassName="w-36 md:hidden"
    >
      {columns.map((column) => (
        <option key={column} value={column}>
          {columnLabels[column]}
        </option>
      ))}
    </Select>
  )
}
