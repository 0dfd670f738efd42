import { countTypes } from '#web/parades/participants.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Participation } from '#worker/parades/parades.contract.ts'

export function ParticipantCounts({ rows }: { rows: readonly Participation[] }) {
  return (
    <ul
      aria-label="Anzahl je Kleidertyp"
      className="flex flex-wrap gap-2 px-6 pb-3 empty:hidden max-md:px-4 print:gap-x-[4mm] print:gap-y-0 print:px-0"
    >
      {countTypes(rows.map(({ costumeType }) => costumeType)).map(({ id, name, count }) => (
        <li key={id}>
          <Badge className="wrap-anywhere whitespace-normal! print:px-0!">
            {name} <span className="font-normal tabular-nums">{count}</span>
          </Badge>
        </li>
      ))}
    </ul>
  )
}
