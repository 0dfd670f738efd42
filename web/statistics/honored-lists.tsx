import { useHonorLabels } from '#web/data/guild.ts'
import type { Honored } from '#web/data/statistics.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { QuerySection, type SectionQuery } from '#web/ui/query-section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { HonorLabel } from '#web/ui/state.tsx'
import { TableSkeleton } from '#web/ui/table-skeleton.tsx'
import { honorTypes } from '#worker/domain/codes.ts'
import { titlesOf } from './cells.tsx'
import { HonorEntry } from './honor-entry.tsx'
import { HonoredTable, honoredHeads } from './honored-table.tsx'
import { maximumNote } from './labels.ts'

/** One table for each honor that somebody can reach, the highest first. */
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
  const labels = useHonorLabels()
  const due = honorTypes
    .map((honor) => ({ honor, people: honored[honor] ?? [] }))
    .filter(({ people }) => people.length > 0)
    .reverse()
  if (due.length === 0) return <NothingDue />
  return (
    <HonorEntry>
      {(enter) =>
        due.map(({ honor, people }) => (
          <Card key={honor} bleed>
            <CardHead
              title={<HonorLabel>{labels[honor]}</HonorLabel>}
              tally={people.length}
              className="print:break-after-avoid print:p-0"
            />
            <HonoredTable honor={honor} people={people} enter={enter} />
          </Card>
        ))
      }
    </HonorEntry>
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
