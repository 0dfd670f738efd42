import { Check } from 'lucide-react'
import { Link } from 'react-router'
import type { ParadeOfMember } from '#web/data/members.ts'
import { paths } from '#web/paths.ts'
import { CancelledBadge } from '#web/ui/cancelled-badge.tsx'
import type { SectionQuery } from '#web/ui/query-section.tsx'
import {
  OpenCell,
  OpenHeads,
  RowLink,
  Table,
  TableBody,
  TableCell,
  TableRow,
} from '#web/ui/table.tsx'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import type { MemberFields } from '#worker/domain/member.ts'
import { SectionCard } from './section-card.tsx'

const heads = ['Datum', 'Bezeichnung', 'Gastgeber', 'Teilnahme']

type ParadesCardProps = {
  parades: SectionQuery<ParadeOfMember[]>
  /** null: not loaded yet. */
  stand: Stand | null
  /** Where somebody who may changes the Stand. */
  editPath: string | null
  today: Day
}

type Stand = Pick<MemberFields, 'paradesBefore' | 'paradesBeforeUntil'>

export function ParadesCard({ parades, stand, editPath, today }: ParadesCardProps) {
  return (
    <SectionCard
      title="Umzüge"
      rows={parades}
      heads={heads}
      empty="Noch kein Umzug."
      tally={(rows) => `${rows.filter((row) => row.participationConfirmed).length} bestätigt`}
      lead={stand?.paradesBeforeUntil && <StandLine stand={stand} editPath={editPath} />}
    >
      {(rows) => (
        <Table size="sm">
          <OpenHeads heads={heads} />
          <TableBody>
            {rows.map((row) => (
              <ParadeRow key={row.id} row={row} isOver={row.date < today} />
            ))}
          </TableBody>
        </Table>
      )}
    </SectionCard>
  )
}

type StandLineProps = { stand: Stand; editPath: string | null }

/** Sprünge from before the register: the first line, and the oldest. */
function StandLine({ stand: { paradesBefore, paradesBeforeUntil }, editPath }: StandLineProps) {
  if (paradesBeforeUntil === null) return null
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 px-6 pb-3 tabular-nums max-md:px-4 print:px-0">
      <span>
        Vor der Erfassung: <b>{paradesBefore}</b>, bis {germanDate(paradesBeforeUntil)}
      </span>
      {editPath && (
        <Link to={editPath} className="text-sm print:hidden">
          Ändern
        </Link>
      )}
    </p>
  )
}

// On the phone the host follows the date.
function ParadeRow({ row, isOver }: { row: ParadeOfMember; isOver: boolean }) {
  return (
    <TableRow opens>
      <TableCell at="second" className="tabular-nums">
        {germanDate(row.date)}
        <span className="md:hidden print:hidden"> · {row.host}</span>
      </TableCell>
      <TableCell at="first">
        <RowLink to={paths.parade(row.id)}>{row.title}</RowLink>
        <CancelledBadge of={row} />
      </TableCell>
      <TableCell at="nowhere">{row.host}</TableCell>
      <TableCell at="right" className="max-md:[grid-area:1/2/span_2]">
        {row.participationConfirmed ? (
          <span className="inline-flex items-center gap-1.5 font-semibold text-success-soft-foreground">
            <Check />
            Bestätigt
          </span>
        ) : (
          <span className="text-muted-foreground">
            {isOver && row.cancelledAt === null ? 'Nicht bestätigt' : 'Angemeldet'}
          </span>
        )}
      </TableCell>
      <OpenCell />
    </TableRow>
  )
}
