import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { QuerySection } from '#web/components/query-section.tsx'
import { TableSkeleton } from '#web/components/table-skeleton.tsx'
import { type AssemblyHonor, upcomingAssemblyQuery } from '#web/data/assembly.ts'
import { useHonorLabels, useOffices } from '#web/data/guild.ts'
import {
  anniversariesQuery,
  dutyHonorsQuery,
  incompleteMembersQuery,
} from '#web/data/statistics.ts'
import { noAutoRefetch } from '#web/lib/query.ts'
import { HonorLabel } from '#web/members/shared/honor-label.tsx'
import { paths } from '#web/paths.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import { OpenCell, Table, TableBody, TableCell, TableRow } from '#web/ui/table.tsx'
import type { Day } from '#worker/domain/dates.ts'
import { fullName, listName } from '#worker/domain/names.ts'
import type { IncompleteMember, UpcomingHonor } from '#worker/statistics/statistics.contract.ts'
import { AlsoDueNote } from './also-due.tsx'
import { AssemblyDate } from './assembly-date.tsx'
import {
  BirthdayCell,
  EnterCell,
  type Head,
  HeadRow,
  MemberCell,
  titlesOf,
  YearsCell,
} from './cells.tsx'
import { HonorEntry, type Honoree } from './honor-entry.tsx'
import { ListCard } from './list-card.tsx'
import { OtherHonors } from './other-honors.tsx'
import { dueTotalText } from './statistic-words.ts'

/** Honors due on a day: for membership, for offices and for parades. */
export function UpcomingLists({ date }: { date: Day }) {
  const memberships = useQuery({ ...anniversariesQuery(date), ...noAutoRefetch })
  const offices = useQuery({ ...dutyHonorsQuery(date), ...noAutoRefetch })
  const assembly = useQuery({ ...upcomingAssemblyQuery(date), ...noAutoRefetch })
  return (
    <div className="grid gap-6 *:min-w-0">
      <AssemblyDate date={date} words={assembly.data ? dueWords(assembly.data.rows) : null} />
      <HonorEntry date={date}>
        {(enter) => (
          <>
            <ListCard {...membershipList} rows={memberships}>
              {(rows) => <UpcomingTable rows={rows} enter={enter} />}
            </ListCard>
            <ListCard {...dutyBookList} rows={offices}>
              {(rows) => <UpcomingTable rows={rows} enter={enter} withOffices />}
            </ListCard>
            <OtherHonors assembly={assembly} enter={enter} />
          </>
        )}
      </HonorEntry>
      <IncompleteMembers />
    </div>
  )
}

function dueWords(rows: readonly AssemblyHonor[]): string {
  const due = rows.filter(({ honorId }) => honorId === null)
  const entered = rows.length - due.length
  const also = entered > 0 ? `, dazu ${entered} eingetragen.` : '.'
  if (due.length === 0) return `Bis zu diesem Tag ist keine Ehrung fällig${also}`
  const total = dueTotalText(due.map(({ member }) => ({ memberId: member.id })))
  return `${total} ${due.length === 1 ? 'ist' : 'sind'} bis zu diesem Tag fällig${also}`
}

const membershipHeads: readonly Head[] = [
  { title: 'Name', width: '18%' },
  { title: 'Geburtstag', width: '10%' },
  { title: 'Geehrte Jahre', width: '11%', numeric: true },
  { title: 'Ehrung' },
]

const dutyHonorHeads: readonly Head[] = [
  ...membershipHeads.slice(0, 3),
  // Narrow screens hide this column: the reason in the next column names the offices too.
  { title: 'Geehrte Ämter', width: '17%', className: 'max-lg:hidden print:table-cell' },
  { title: 'Ehrung' },
]

type UpcomingTableProps = {
  rows: readonly UpcomingHonor[]
  enter: ((honoree: Honoree) => ReactNode) | null
  withOffices?: boolean
}

function UpcomingTable({ rows, enter, withOffices = false }: UpcomingTableProps) {
  const { labelOf } = useOffices()
  return (
    <Table data-many>
      <HeadRow heads={withOffices ? dutyHonorHeads : membershipHeads} canEnter={enter !== null} />
      <TableBody>
        {rows.map((row) => (
          <TableRow key={`${row.member.id} ${row.honor}`} opens>
            <MemberCell member={row.member} />
            <BirthdayCell birthday={row.member.birthday} />
            <YearsCell years={row.years} />
            {withOffices && (
              <TableCell at="nowhere" className="py-2 max-lg:hidden print:table-cell">
                {row.duties.map(labelOf).join(', ')}
              </TableCell>
            )}
            <HonorCell row={row} />
            {enter && <EnterCell>{enter(honoreeOf(row))}</EnterCell>}
            <OpenCell />
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

/** The honor with the reason in small text. */
function HonorCell({ row: { honor, reason, alsoDue } }: { row: UpcomingHonor }) {
  const labels = useHonorLabels()
  return (
    <TableCell className="max-md:mt-1.5 max-md:[grid-column:1/-1] md:py-2">
      <HonorLabel>{labels(honor)}</HonorLabel>
      <span className="block ps-[1.375rem] text-muted-foreground text-sm">
        {reason}
        <AlsoDueNote types={alsoDue} />
      </span>
    </TableCell>
  )
}

function honoreeOf({ member, honor, alsoDue }: UpcomingHonor): Honoree {
  return {
    memberId: member.id,
    name: fullName(member),
    honor,
    alsoDue,
  }
}

const membershipList = {
  title: 'Mitgliedschaften',
  heads: titlesOf(membershipHeads),
  empty: 'An diesem Tag steht keine Ehrung für Mitgliedsjahre an.',
}
const dutyBookList = {
  title: 'Dienstbuch',
  heads: titlesOf(dutyHonorHeads),
  empty: 'An diesem Tag steht keine Ehrung für Amtsjahre an.',
}

/** Shown until the day of the assembly is loaded. */
export function WaitingLists() {
  return (
    <div className="grid gap-6">
      <AssemblyDate date={null} words={null} />
      {[membershipList, dutyBookList].map((list) => (
        <Card key={list.title} bleed>
          <CardHead title={list.title} className="print:py-0" />
          <TableSkeleton heads={list.heads} />
        </Card>
      ))}
    </div>
  )
}

/** Names the members who cannot be in the list of memberships, because their date of joining is missing. */
function IncompleteMembers() {
  const incomplete = useQuery(incompleteMembersQuery)
  return (
    <QuerySection query={incomplete} waiting={null}>
      {(members) => members.length > 0 && <FoldOut members={members} />}
    </QuerySection>
  )
}

function FoldOut({ members }: { members: readonly IncompleteMember[] }) {
  const count = members.length === 1 ? '1 Mitglied' : `${members.length} Mitgliedern`
  return (
    <details className="group print:hidden">
      <summary className="-ms-2 flex min-h-10 w-fit cursor-pointer list-none items-center gap-1.5 rounded-md px-2 text-muted-foreground hover:bg-accent hover:text-foreground max-md:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="flex-none transition-transform group-open:rotate-90"
        />
        Bei {count} fehlt das Eintrittsdatum
      </summary>
      <p className="mt-1 max-w-[62ch] text-muted-foreground">
        Ohne dieses Datum lassen sich die Mitgliedsjahre nicht zählen. Trägt es die Verwaltung nach,
        zählen sie mit.
      </p>
      <ul className="mt-2 columns-3 gap-6 max-lg:columns-2 max-md:columns-1">
        {members.map(({ member }) => (
          <li key={member.id} className="flex min-h-8 items-center max-md:min-h-11">
            <Link to={paths.member(member.id)}>{listName(member)}</Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
