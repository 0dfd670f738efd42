import { germanCount } from '#web/lib/german-count.ts'
import type { Pictures } from '#worker/statistics/statistics.contract.ts'
import type { Bar } from './bar.ts'
import { BarChart } from './bar-chart.tsx'
import { CourseArea } from './chart-area.tsx'
import { PictureCard } from './picture-card.tsx'
import { isRunning, seasonInWords } from './running.ts'

type Seasons = Pictures['seasons']

const title = 'Umzüge und Teilnahmen je Saison'

/** Two pictures over the same seasons: who took part, and in how many parades. */
export function SeasonsPicture({ seasons }: { seasons: Seasons }) {
  const people = barsOf(seasons, (row) => [row.confirmed, row.enrolled - row.confirmed])
  const parades = barsOf(seasons, (row) => [row.parades])
  const [last] = seasons.slice(-1)
  return (
    <PictureCard
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
      <CourseArea label={`Diagramm ${title}`} bars={people} unit="Saisons">
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
      </CourseArea>
    </PictureCard>
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
