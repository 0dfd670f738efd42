import { useQuery } from '@tanstack/react-query'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { picturesQuery } from '#web/data/statistics.ts'
import { germanCount } from '#web/lib/german-count.ts'
import { prefetch } from '#web/lib/query.ts'
import { paths } from '#web/paths.ts'
import { berlinDay } from '#worker/domain/dates.ts'
import { seasonOf } from '#worker/domain/season.ts'
import type { Pictures } from '#worker/statistics/statistics.contract.ts'
import { AgesChart } from './ages-chart.tsx'
import type { Bar } from './bar.ts'
import { BarChart } from './bar-chart.tsx'
import { useWidth, YearsChartArea } from './chart-area.tsx'
import { ChartCard } from './chart-card.tsx'
import { JumpsChart } from './jumps-chart.tsx'
import { MembersChart } from './members-chart.tsx'
import { PicturesSkeleton } from './pictures-skeleton.tsx'

export function loader() {
  prefetch(picturesQuery)
  return null
}

export function PicturesPage() {
  const pictures = useQuery(picturesQuery)
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        back={{ to: paths.statistics, label: 'Auswertungen' }}
        title="Zahlen in Bildern"
        lead="Mitglieder, Umzüge und Kleider auf einen Blick. Unter jedem Bild stehen die Zahlen."
      />
      <QuerySection query={pictures} waiting={<PicturesSkeleton />}>
        {({ ages, withoutBirthday, jumps, seasons, costumeTypes, ...members }) => (
          <div className="grid gap-6 *:min-w-0 print:block print:*:mb-[8mm]">
            <MembersChart {...members} />
            <JumpsChart jumps={jumps} />
            <AgesChart ages={ages} withoutBirthday={withoutBirthday} />
            <SeasonsChart seasons={seasons} />
            <CostumeTypesChart costumeTypes={costumeTypes} />
          </div>
        )}
      </QuerySection>
    </Wrap>
  )
}

type CostumeTypes = Pictures['costumeTypes']

/** A small chart for each type, the largest first, all on the same scale. */
function CostumeTypesChart({ costumeTypes }: { costumeTypes: CostumeTypes }) {
  const types = costumeTypes.toSorted((a, b) => sumOf(b) - sumOf(a))
  const seasons = types[0]?.seasons.map(({ season }) => season) ?? []
  const counts = types.flatMap((type) => type.seasons.map(({ confirmed }) => confirmed))
  return (
    <ChartCard
      title="Teilnahmen nach Kleidertyp"
      nothing="Noch keine bestätigte Teilnahme."
      note="Bestätigte Teilnahmen der letzten Saisons."
      numbers={{
        heads: ['Kleidertyp', ...seasons.map(seasonInWords), 'Zusammen'],
        rows: types.map((type) => [
          type.costumeType.name,
          ...type.seasons.map(({ confirmed }) => confirmed),
          sumOf(type),
        ]),
      }}
    >
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(13rem,42%),1fr))] gap-x-8 gap-y-5 max-md:gap-x-5 px-6 max-md:px-4 print:grid-cols-4 print:gap-x-4 print:p-0">
        {types.map((type) => (
          <Type key={type.costumeType.id} type={type} most={Math.max(1, ...counts)} />
        ))}
      </ul>
    </ChartCard>
  )
}

function Type({ type, most }: { type: CostumeTypes[number]; most: number }) {
  const { ref, width } = useWidth({ paper: 158 })
  const { name } = type.costumeType
  return (
    <li className="min-w-0 print:break-inside-avoid">
      <h3 className="wrap-anywhere">{name}</h3>
      <div ref={ref}>
        <BarChart
          sentence={sentenceOf(type)}
          bars={type.seasons.map(({ season, confirmed }) => ({
            label: season.slice(2),
            values: [confirmed],
            isRunning: isRunning(season),
          }))}
          looks={['full']}
          width={width || 140}
          height={130}
          most={most}
          scale="none"
        />
      </div>
    </li>
  )
}

function sumOf({ seasons }: CostumeTypes[number]): number {
  return seasons.reduce((sum, { confirmed }) => sum + confirmed, 0)
}

function sentenceOf({ costumeType, seasons }: CostumeTypes[number]): string {
  const counts = seasons.map(
    ({ season, confirmed }) => `${seasonInWords(season)} ${germanCount(confirmed)}`,
  )
  return `${costumeType.name}, bestätigte Teilnahmen: ${counts.join(', ')}.`
}

type Seasons = Pictures['seasons']

const title = 'Umzüge und Teilnahmen je Saison'

/** Two charts over the same seasons: participants, and parades for each participant. */
function SeasonsChart({ seasons }: { seasons: Seasons }) {
  const people = barsOf(seasons, (row) => [row.confirmed, row.enrolled - row.confirmed])
  const parades = barsOf(seasons, (row) => [row.parades])
  const [last] = seasons.slice(-1)
  return (
    <ChartCard
      title={title}
      series={[
        { look: 'full', label: 'Bestätigt' },
        { look: 'tint', label: 'Nur angemeldet' },
      ]}
      nothing="Noch kein Umzug bis heute."
      note="Gezählt sind die Umzüge bis heute."
      numbers={{
        heads: ['Saison', 'Umzüge', 'Angemeldet', 'Bestätigt'],
        rows: seasons
          .toReversed()
          .map(({ season, ...row }) => [
            seasonInWords(season),
            row.parades,
            row.enrolled,
            row.confirmed,
          ]),
      }}
    >
      <YearsChartArea label={`Diagramm ${title}`} bars={people} unit="Saisons">
        {(width, first) => (
          <>
            <PartTitle>Teilnahmen</PartTitle>
            <BarChart
              sentence={last ? peopleIn(last) : ''}
              bars={people.slice(first)}
              looks={['full', 'tint']}
              width={width}
              height={240}
            />
            <PartTitle>Umzüge</PartTitle>
            <BarChart
              sentence={last ? paradesIn(last) : ''}
              bars={parades.slice(first)}
              looks={['full']}
              width={width}
              height={140}
            />
          </>
        )}
      </YearsChartArea>
    </ChartCard>
  )
}

function PartTitle({ children }: { children: string }) {
  return <h3 className="sticky left-0 w-fit pt-2">{children}</h3>
}

function barsOf(seasons: Seasons, valuesOf: (row: Seasons[number]) => number[]): Bar[] {
  return seasons.map((row) => ({
    label: row.season,
    values: valuesOf(row),
    isRunning: isRunning(row.season),
  }))
}

function peopleIn({ season, enrolled, confirmed }: Seasons[number]): string {
  const [all, there] = [enrolled, confirmed].map(germanCount)
  return `Teilnahmen je Saison. In der Saison ${seasonInWords(season)} waren ${all} angemeldet, ${there} bestätigt.`
}

function paradesIn({ season, parades }: Seasons[number]): string {
  const count = parades === 1 ? 'war es ein Umzug' : `waren es ${germanCount(parades)} Umzüge`
  return `Umzüge je Saison. In der Saison ${seasonInWords(season)} ${count}.`
}

/** Whether the season is the current one, whose numbers still grow. */
function isRunning(season: string): boolean {
  return season === seasonOf(berlinDay(new Date()))
}

/** "2026/27 (läuft)" */
function seasonInWords(season: string): string {
  return isRunning(season) ? `${season} (läuft)` : season
}
