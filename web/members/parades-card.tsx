import { Check, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { CancelledBadge } from '#web/components/cancelled-badge.tsx'
import type { SectionQuery } from '#web/components/query-section.tsx'
import type { MemberParade } from '#web/data/members.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import {
  OpenCell,
  OpenHeads,
  RowLink,
  Table,
  TableBody,
  TableCell,
  TableRow,
} from '#web/ui/table.tsx'
import { addMonths, type Day, germanDate } from '#worker/domain/dates.ts'
import type { MemberFields } from '#worker/domain/member.ts'
import { seasonOf } from '#worker/domain/season.ts'
import { SectionCard } from './section-card.tsx'

const heads = ['Datum', 'Beschreibung', 'Gastgeber', 'Teilnahme']

type ParadesCardProps = {
  parades: SectionQuery<MemberParade[]>
  /** The Sprünge from before the records began; null until the member is loaded. */
  stand: Stand | null
  /** The page on which the user can change `stand`; null for users who may not. */
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
      {(rows) => {
        const before = seasonOf(addMonths(today, -12))
        const isRecent = ({ date }: MemberParade) => seasonOf(date) >= before
        const older = Map.groupBy(
          rows.filter((row) => !isRecent(row)),
          ({ date }) => seasonOf(date),
        )
        return (
          <Table size="sm">
            <OpenHeads heads={heads} />
            <TableBody>
              {rows.filter(isRecent).map((row) => (
                <ParadeRow key={row.id} row={row} isOver={row.date < today} />
              ))}
            </TableBody>
            {[...older].map(([season, ofSeason]) => (
              <OlderSeason key={season} season={season} rows={ofSeason} />
            ))}
          </Table>
        )
      }}
    </SectionCard>
  )
}

type OlderSeasonProps = { season: string; rows: readonly MemberParade[] }

/** The parades of an older season; on phones folded, elsewhere and in print always open. */
function OlderSeason({ season, rows }: OlderSeasonProps) {
  const [isOpen, setOpen] = useState(false)
  const parades = rows.length === 1 ? '1 Umzug' : `${rows.length} Umzüge`
  const confirmed = rows.filter((row) => row.participationConfirmed).length
  return (
    <TableBody>
      <TableRow className="md:hidden print:hidden">
        <TableCell colSpan={heads.length + 1} className="max-md:[grid-column:1/-1]">
          <Button
            variant="ghost"
            size="sm"
            className="-mx-3"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronDown className="transition-transform group-aria-expanded/button:rotate-180" />
            Saison {season}: {parades}, {confirmed} bestätigt
          </Button>
        </TableCell>
      </TableRow>
      {rows.map((row) => (
        <ParadeRow key={row.id} row={row} isOver isFolded={!isOpen} />
      ))}
    </TableBody>
  )
}

type StandLineProps = { stand: Stand; editPath: string | null }

/** Sprünge from before the records began; the last row of the list. */
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

type ParadeRowProps = { row: MemberParade; isOver: boolean; isFolded?: boolean }

// A parade of the member; on phones the host follows the date.
function ParadeRow({ row, isOver, isFolded }: ParadeRowProps) {
  return (
    <TableRow opens {...(isFolded && { className: 'not-print:max-md:hidden' })}>
      <TableCell at="second" className="tabular-nums md:whitespace-nowrap">
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
