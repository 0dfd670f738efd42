import { scaleLinear } from '@visx/scale'
import { germanCount } from '#web/lib/german-count.ts'
import type { Pictures } from '#worker/statistics/statistics.contract.ts'
import { fillProps, type Look, labelClassOn, textWidth } from './bar.ts'
import { ChartArea, phoneWidth } from './chart-area.tsx'
import { ChartCard } from './chart-card.tsx'

type AgesChartProps = Pick<Pictures, 'ages' | 'withoutBirthday'>

const title = 'Mitglieder nach Alter'
/** How many years wide the oldest band is drawn, which has no upper age. */
const openYears = 10

export function AgesChart({ ages, withoutBirthday }: AgesChartProps) {
  const bands = ages.map((band) => ({
    label: ageOf(band),
    from: band.from,
    to: band.to === null ? band.from + openYears : band.to + 1,
    values: [band.active, band.passive],
  }))
  const unknown = withoutBirthday.active + withoutBirthday.passive
  return (
    <ChartCard
      title={title}
      series={[
        { look: 'full', label: 'Aktiv' },
        { look: 'tint', label: 'Passiv' },
      ]}
      nothing="Noch kein Mitglied."
      note={[
        'Je mehr Jahre eine Altersgruppe hat, desto dicker ist ihr Balken; seine Fläche sagt, wie viele es sind.',
        unknown > 0 && `Nicht im Bild: ${germanCount(unknown)} ohne Geburtstag.`,
      ]
        .filter(Boolean)
        .join(' ')}
      numbers={{
        heads: ['Alter', 'Aktiv', 'Passiv', 'Zusammen'],
        rows: [
          ...ages.map((band) => tableRow(ageOf(band), band)),
          ...(unknown > 0 ? [tableRow('Ohne Geburtstag', withoutBirthday)] : []),
        ],
      }}
    >
      <ChartArea>
        {(width) => (
          <Histogram
            sentence={sentenceOf(ages)}
            bands={bands}
            looks={['full', 'tint']}
            width={width}
          />
        )}
      </ChartArea>
    </ChartCard>
  )
}

type Count = { active: number; passive: number }

function tableRow(name: string, { active, passive }: Count): [string, ...number[]] {
  return [name, active, passive, active + passive]
}

function ageOf({ from, to }: Pictures['ages'][number]): string {
  return to === null ? `ab ${from}` : `${from}–${to}`
}

function sentenceOf(ages: Pictures['ages']): string {
  const size = ({ active, passive }: Count) => active + passive
  const most = ages.toSorted((a, b) => size(b) - size(a))[0]
  const active = ages.reduce((sum, band) => sum + band.active, 0)
  const all = ages.reduce((sum, band) => sum + size(band), 0)
  const [sum, ofThem, rest] = [all, active, all - active].map(germanCount)
  const start = `${title}: ${sum} Mitglieder, davon ${ofThem} aktiv und ${rest} passiv.`
  if (!most) return start
  const age = most.to === null ? `${most.from} Jahre oder älter` : `${ageOf(most)} Jahre alt`
  return `${start} Am meisten sind ${age}, nämlich ${germanCount(size(most))}.`
}

/** `values`: how many members of each series are at least `from` and younger than `to` years. */
type Band = { label: string; from: number; to: number; values: readonly number[] }

type HistogramProps = {
  /** The description for screen readers. */
  sentence: string
  bands: readonly Band[]
  /** The look of each value of a band. */
  looks: readonly Look[]
  width: number
}

const uprightHeight = 260
/** How many pixels thick a horizontal bar is for each year that its band covers. */
const thicknessOfOne = 5
const forText = 20
const seam = 0.5

/** A histogram of bands of unequal width: a bar is as broad as its band, and its area is the count. */
function Histogram({ sentence, bands, looks, width }: HistogramProps) {
  const lies = width < phoneWidth
  const first = Math.min(...bands.map(({ from }) => from))
  const end = Math.max(...bands.map(({ to }) => to))
  const names = Math.max(...bands.map(({ label }) => textWidth(label)))
  const sums = Math.max(...bands.map((band) => textWidth(germanCount(sumOf(band)))))
  const height = lies ? (end - first) * thicknessOfOne : uprightHeight
  // `along`: ages to pixels; `reach`: members per year of age to pixels, for upright bars upwards (a smaller y).
  const along = scaleLinear<number>({
    domain: [first, end],
    range: lies ? [0, height] : [0, width],
  })
  const reach = scaleLinear<number>({
    domain: [0, Math.max(...bands.map((band) => sumOf(band) / broadness(band))) || 1],
    range: lies ? [names, width - sums] : [height - forText, forText],
  })
  const axis = reach(0)
  return (
    <svg role="img" aria-label={sentence} width={width} height={height} className="block">
      {bands.map((band) => {
        const start = along(band.from) + seam
        const breadth = along(band.to) - along(band.from) - 2 * seam
        const middle = start + breadth / 2
        const top = reach(sumOf(band) / broadness(band))
        return (
          <g key={band.label} className="text-xs tabular-nums">
            {piecesOf(band).map(({ from, to, value }, series) => {
              const [a, b] = [reach(from / broadness(band)), reach(to / broadness(band))]
              const length = Math.abs(b - a)
              const text = germanCount(value)
              const look = looks[series] ?? 'full'
              if (value === 0) return null
              return (
                <g key={look}>
                  <rect
                    {...(lies
                      ? { x: a, y: start, width: length, height: breadth }
                      : { x: start, y: b, width: breadth, height: length })}
                    rx={2}
                    {...fillProps(look)}
                  />
                  {value !== sumOf(band) && hasRoom(text, lies, length, breadth) && (
                    <text
                      {...(lies ? { x: (a + b) / 2, y: middle } : { x: middle, y: (a + b) / 2 })}
                      dy="0.35em"
                      textAnchor="middle"
                      className={labelClassOn(look)}
                    >
                      {text}
                    </text>
                  )}
                </g>
              )
            })}
            {sumOf(band) > 0 && (
              <text
                {...(lies
                  ? { x: top + 6, y: middle, dy: '0.35em' }
                  : { x: middle, y: top - 6, textAnchor: 'middle' })}
                className="fill-foreground font-semibold"
              >
                {germanCount(sumOf(band))}
              </text>
            )}
            <text
              {...(lies
                ? { x: names - 10, y: middle, dy: '0.35em', textAnchor: 'end' }
                : { x: middle, y: height - 6, textAnchor: 'middle' })}
              className="fill-muted-foreground"
            >
              {band.label}
            </text>
          </g>
        )
      })}
      <line
        {...(lies
          ? { x1: axis, x2: axis, y1: 0, y2: height }
          : { x1: 0, x2: width, y1: axis, y2: axis })}
        className="stroke-border-strong"
      />
    </svg>
  )
}

const broadness = ({ from, to }: Band) => to - from

const sumOf = ({ values }: Band) => values.reduce((sum, value) => sum + value, 0)

/** The pieces of a stacked bar, from the axis outwards, each with its start and end on the scale. */
function piecesOf({ values }: Band) {
  let from = 0
  return values.map((value) => {
    const piece = { from, to: from + value, value }
    from += value
    return piece
  })
}

function hasRoom(text: string, lies: boolean, length: number, breadth: number): boolean {
  const [across, up] = lies ? [length, breadth] : [breadth, length]
  return textWidth(text) <= across && up >= 18
}
