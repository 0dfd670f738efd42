import { berlinDay } from '#worker/domain/dates.ts'
import type { Pictures } from '#worker/statistics/statistics.contract.ts'
import { BarChart } from './bar-chart.tsx'
import { CourseArea } from './chart-area.tsx'
import { germanNumber } from './german-number.ts'
import { PictureCard } from './picture-card.tsx'

type ChangesPictureProps = Pick<Pictures, 'changes'>

const title = 'Eintritte und Austritte'

/** Entries stand above the axis, exits hang below it. */
export function ChangesPicture({ changes }: ChangesPictureProps) {
  const thisYear = Number(berlinDay(new Date()).slice(0, 4))
  const bars = changes.map(({ year, entries, exits }) => ({
    label: String(year),
    values: [entries, -exits],
    isRunning: year === thisYear,
  }))
  return (
    <PictureCard
      title={title}
      series={[
        { look: 'full', label: 'Eintritte' },
        { look: 'hatch', label: 'Austritte' },
      ]}
      nothing={`In den letzten ${changes.length} Jahren kam niemand dazu und ging niemand.`}
      numbers={{
        heads: ['Jahr', 'Eintritte', 'Austritte'],
        rows: changes
          .toReversed()
          .map(({ year, ...row }) => [
            year === thisYear ? `${year} (läuft)` : `${year}`,
            row.entries,
            row.exits,
          ]),
      }}
    >
      <CourseArea label={`Diagramm ${title}`} bars={bars} unit="Jahre">
        {(width, first) => (
          <BarChart
            sentence={sentenceOf(changes)}
            bars={bars.slice(first)}
            looks={['full', 'hatch']}
            width={width}
            height={300}
          />
        )}
      </CourseArea>
    </PictureCard>
  )
}

function sentenceOf(changes: Pictures['changes']): string {
  const [first, last] = [changes.at(0)?.year, changes.at(-1)?.year]
  const sum = (pick: (row: Pictures['changes'][number]) => number) =>
    germanNumber(changes.reduce((total, row) => total + pick(row), 0))
  const entries = sum((row) => row.entries)
  const exits = sum((row) => row.exits)
  return `${title} von ${first} bis ${last}: zusammen ${entries} Eintritte und ${exits} Austritte.`
}
