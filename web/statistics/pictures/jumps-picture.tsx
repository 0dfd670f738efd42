import { germanCount } from '#web/lib/german-count.ts'
import type { Pictures } from '#worker/statistics/statistics.contract.ts'
import { scaleRoom, textWidth } from './bar.ts'
import { BarChart } from './bar-chart.tsx'
import { ChartArea, narrow } from './chart-area.tsx'
import { LyingBars } from './lying-bars.tsx'
import { PictureCard } from './picture-card.tsx'

type Jumps = Pictures['jumps']

const title = 'Verteilung der Sprünge'
/** The foot tells how many have reached the step nearest to this. */
const toldStep = 100
const looks = ['full', 'tint'] as const

/** How many members have how many Sprünge, and where the honors for them begin. */
export function JumpsPicture({ jumps }: { jumps: Jumps }) {
  const bars = jumps.map((band) => ({ label: nameOf(band), values: [band.active, band.passive] }))
  const orders = jumps.flatMap(({ isStep }, index) => (isStep ? [index] : []))
  const widest = Math.max(...bars.map(({ label }) => textWidth(label)))
  return (
    <PictureCard
      title={title}
      series={[
        { look: 'full', label: 'Aktiv' },
        { look: 'tint', label: 'Passiv' },
        ...(orders.length > 0 ? [{ look: 'order', label: 'Sprungorden' } as const] : []),
      ]}
      nothing="Noch kein Mitglied."
      foot={footOf(jumps)}
      numbers={{
        heads: ['Sprünge', 'Aktiv', 'Passiv', 'Zusammen'],
        rows: jumps.map((band) => [
          band.isStep ? `${nameOf(band)} (Sprungorden ab ${band.from})` : nameOf(band),
          band.active,
          band.passive,
          sizeOf(band),
        ]),
      }}
    >
      <ChartArea>
        {(width) => {
          const props = { sentence: sentenceOf(jumps), bars, looks, orders, width }
          const isNarrow = width < narrow || (width - scaleRoom) / bars.length < widest
          return isNarrow ? <LyingBars {...props} /> : <BarChart {...props} height={260} />
        }}
      </ChartArea>
    </PictureCard>
  )
}

const sizeOf = ({ active, passive }: Jumps[number]) => active + passive

function nameOf({ from, to }: Jumps[number]): string {
  if (to === null) return `ab ${from}`
  return from === to ? `${from}` : `${from}–${to}`
}

const membersWith = (count: number) =>
  count === 1 ? '1 Mitglied hat' : `${germanCount(count)} Mitglieder haben`

function sentenceOf(jumps: Jumps): string {
  const bands = jumps
    .filter((band) => sizeOf(band) > 0)
    .map((band) => `${membersWith(sizeOf(band))} ${nameOf(band)}`)
  const steps = jumps.filter(({ isStep }) => isStep).map(({ from }) => from)
  const orders = steps.length > 0 ? ` Sprungorden gibt es ab ${steps.join(', ')}.` : ''
  return `${title}: ${bands.join(', ')}.${orders}`
}

function footOf(jumps: Jumps): string {
  const steps = jumps.filter(({ isStep }) => isStep).map(({ from }) => from)
  const [step = 1] = steps.toSorted((a, b) => Math.abs(a - toldStep) - Math.abs(b - toldStep))
  const count = jumps
    .filter(({ from }) => from >= step)
    .reduce((sum, band) => sum + sizeOf(band), 0)
  const jumpsOf = step === 1 ? '1 Sprung' : `${germanCount(step)} Sprünge`
  if (count === 0) return `Noch kein Mitglied hat ${jumpsOf} oder mehr.`
  return `${membersWith(count)} ${jumpsOf} oder mehr.`
}
