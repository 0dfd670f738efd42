import { useId } from 'react'
import { QuerySection, type SectionQuery } from '#web/components/query-section.tsx'
import { TableSkeleton } from '#web/components/table-skeleton.tsx'
import { useHonorLabels } from '#web/data/guild.ts'
import type { Honored } from '#web/data/statistics.ts'
import { HonorLabel } from '#web/members/shared/honor-label.tsx'
import { paths } from '#web/paths.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { OpenCell, RowLink, Table, TableBody, TableCell, TableRow } from '#web/ui/table.tsx'
import { type HonorType, isHonorType, rankOfHonor } from '#worker/domain/codes.ts'
import { fullName, parseListName } from '#worker/domain/names.ts'
import type { HonoredPerson } from '#worker/statistics/statistics.contract.ts'
import { AlsoDueNote } from './also-due.tsx'
import { BirthdayCell, EnterCell, type Head, HeadRow, PhoneLabel, titlesOf } from './cells.tsx'
import { HonorEntry, type Honoree, type RenderEnterButton } from './honor-entry.tsx'
import { useThreshold } from './order-meter.tsx'
import { maximumNote } from './statistic-words.ts'

/** Honors reached and honors within reach, each with a table for every honor, the highest first. */
export function HonoredLists({ honored }: { honored: SectionQuery<Honored> }) {
  return (
    <>
      <QuerySection query={honored} waiting={<Waiting />}>
        {(due) => <Lists honored={due} />}
      </QuerySection>
      <p className="max-w-[62ch] text-muted-foreground text-sm">
        {maximumNote} Ehrungen werden bisher nur für Vereinsmitglieder ausgewertet.
      </p>
    </>
  )
}

function Lists({ honored }: { honored: Honored }) {
  const reached = listsOf(honored, true)
  const reachable = listsOf(honored, false)
  if (reached.length + reachable.length === 0) return <NothingDue />
  return (
    <HonorEntry>
      {(enter) => (
        <>
          <Group
            title="Erreicht"
            lists={reached}
            enter={enter}
            empty="Niemand hat einen Orden erreicht, der noch nicht eingetragen ist."
          />
          <Group
            title="In dieser Saison noch erreichbar"
            lists={reachable}
            enter={enter}
            empty="Mit den angemeldeten Umzügen erreicht niemand einen weiteren Orden."
          />
        </>
      )}
    </HonorEntry>
  )
}

type List = { honor: HonorType; people: readonly HonoredPerson[] }

function listsOf(honored: Honored, isReached: boolean): List[] {
  return honorsIn(honored)
    .map((honor) => {
      const people = honored[honor] ?? []
      return { honor, people: people.filter(({ reached }) => reached === isReached) }
    })
    .filter(({ people }) => people.length > 0)
    .reverse()
}

const honorsIn = (honored: Honored) =>
  Object.keys(honored)
    .filter(isHonorType)
    .sort((a, b) => rankOfHonor(a) - rankOfHonor(b))

type GroupProps = {
  title: string
  lists: readonly List[]
  /** Shown when the list is empty. */
  empty: string
  enter: RenderEnterButton | null
}

function Group({ title, lists, empty, enter }: GroupProps) {
  const titleId = useId()
  const labels = useHonorLabels()
  return (
    <section aria-labelledby={titleId} className="grid gap-4 *:min-w-0 print:block">
      <h2 id={titleId} className="text-2xl print:break-after-avoid">
        {title}
      </h2>
      {lists.length === 0 && <p className="text-muted-foreground">{empty}</p>}
      {lists.map(({ honor, people }) => (
        <Card key={honor} bleed>
          <CardHead
            level="h3"
            title={<HonorLabel>{labels(honor)}</HonorLabel>}
            tally={people.length}
            className="print:py-0"
          />
          <HonoredTable honor={honor} people={people} enter={enter} />
        </Card>
      ))}
    </section>
  )
}

function NothingDue() {
  return (
    <Card bleed>
      <Empty title="Kein Sprungorden steht an" level="h2">
        Auch mit allen angemeldeten Umzügen erreicht niemand einen weiteren Orden.
      </Empty>
    </Card>
  )
}

function Waiting() {
  return ['w-64', 'w-56'].map((width) => (
    <Card key={width} bleed>
      <CardHead title={<Skeleton className={width} />} />
      <TableSkeleton heads={titlesOf(honoredHeads)} />
    </Card>
  ))
}

const honoredHeads: readonly Head[] = [
  { title: 'Name', width: '28%' },
  { title: 'Geburtstag' },
  { title: 'Bestätigte Umzüge', numeric: true },
  { title: 'Maximal erreichbar*', numeric: true },
]

type HonoredTableProps = {
  honor: HonorType
  people: readonly HonoredPerson[]
  enter: RenderEnterButton | null
}

function HonoredTable({ honor, people, enter }: HonoredTableProps) {
  const threshold = useThreshold(honor)
  return (
    <Table data-many>
      <HeadRow heads={honoredHeads} canEnter={enter !== null} />
      <TableBody>
        {people.map((person) => (
          <TableRow key={person.memberId} opens>
            <TableCell at="first">
              <RowLink to={paths.member(person.memberId)}>{person.memberName}</RowLink>
              <AlsoDueNote types={person.alsoDue} reached={person.reached} />
            </TableCell>
            <BirthdayCell birthday={person.birthday} />
            <TableCell numeric at="rightTop">
              <b className="font-bold">{person.numberParades}</b>
              {!person.reached && threshold !== null && ` von ${threshold}`}
              <PhoneLabel> bestätigt</PhoneLabel>
            </TableCell>
            <TableCell numeric at="rightBottom">
              <PhoneLabel>maximal </PhoneLabel>
              {person.numberMaxAchievableParades}
              <PhoneLabel>*</PhoneLabel>
            </TableCell>
            {enter && <EnterCell>{enter(honoreeOf(honor, person, threshold))}</EnterCell>}
            <OpenCell />
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function honoreeOf(
  honor: HonorType,
  { memberId, memberName, alsoDue, reached, numberParades }: HonoredPerson,
  threshold: number | null,
): Honoree {
  const { firstName, lastName } = parseListName(memberName)
  const name = fullName({ firstName, lastName })
  const notYet = { confirmed: numberParades, threshold }
  return { memberId, name, honor, alsoDue, ...(!reached && { notYet }) }
}
