import { germanCount } from '#web/lib/german-count.ts'
import type { Pictures } from '#worker/statistics/statistics.contract.ts'
import { BarChart } from './bar-chart.tsx'
import { useWidth } from './chart-area.tsx'
import { PictureCard } from './picture-card.tsx'
import { isRunning, seasonInWords } from './running.ts'

type CostumeTypes = Pictures['costumeTypes']

/** One small picture for each type, the largest first, all on one scale. */
export function CostumeTypesPicture({ costumeTypes }: { costumeTypes: CostumeTypes }) {
  const types = costumeTypes.toSorted((a, b) => sumOf(b) - sumOf(a))
  const seasons = types[0]?.seasons.map(({ season }) => season) ?? []
  const counts = types.flatMap((type) => type.seasons.map(({ confirmed }) => confirmed))
  return (
    <PictureCard
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
    </PictureCard>
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
