import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '#web/data/guild.ts'
import { type HonorType, honorTypes } from '#worker/domain/codes.ts'
import type { HonorRule } from '#worker/domain/honors.ts'
import type { ParadesOfPerson } from '#worker/statistics/statistics.contract.ts'

type OrderMeterProps = { row: ParadesOfPerson; steps: readonly number[] }

/** The bar is 12 % longer than the distance to the next honor, so that the honor's mark lies inside the bar. */
const room = 1.12

const tongue =
  'rounded-t-[0.125rem] rounded-b-[0.3125rem] bg-gold shadow-[inset_0_0_0_1px_oklch(0.5_0.1_75/0.5)] forced-color-adjust-none'
const planned = 'bg-[color-mix(in_oklab,var(--chart-1)_34%,var(--card))]'

/**
 * A bar from the last honor to the next: filled by confirmed parades, and lighter by enrolled parades.
 */
export function OrderMeter({ row, steps }: OrderMeterProps) {
  const { numberParades: confirmed, numberMaxAchievableParades: maximum } = row
  const ahead = nextOrderStep(row, steps)
  return ahead ? <Meter {...ahead} confirmed={confirmed} maximum={maximum} /> : '–'
}

type MeterProps = { previous: number; next: number; confirmed: number; maximum: number }

/** The bar from the number of parades `previous` to `next`, where the next honor is. */
export function Meter({ previous, next, confirmed, maximum }: MeterProps) {
  const place = (parades: number) =>
    `${Math.min(100, ((parades - previous) / ((next - previous) * room)) * 100)}%`
  return (
    <span
      role="img"
      aria-label={`${confirmed} bestätigt, ${maximum} erreichbar, nächster Orden bei ${next}`}
      className="relative block h-2.5 min-w-24 rounded-full bg-muted"
    >
      <i
        style={{ width: place(maximum) }}
        className={`absolute inset-y-0 left-0 rounded-full ${planned}`}
      />
      <i
        style={{ width: place(confirmed) }}
        className="absolute inset-y-0 left-0 rounded-full bg-chart-1"
      />
      <i
        style={{ left: place(next) }}
        className={`absolute -top-1.25 -ml-1 h-5 w-2 outline-2 outline-card ${tongue}`}
      />
    </span>
  )
}

export function OrderLegend() {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1.5 pe-2 text-muted-foreground text-sm max-md:hidden print:hidden">
      <LegendEntry mark="rounded-[0.1875rem] bg-chart-1">bestätigt</LegendEntry>
      <LegendEntry mark={`rounded-[0.1875rem] ${planned}`}>angemeldet</LegendEntry>
      <LegendEntry mark={tongue}>nächster Orden</LegendEntry>
    </ul>
  )
}

function LegendEntry({ mark, children }: { mark: string; children: string }) {
  return (
    <li className="inline-flex items-center gap-2">
      <i aria-hidden="true" className={`size-3 ${mark}`} />
      {children}
    </li>
  )
}

/** The steps until the settings are loaded, read from the honors' codes: 25, 50, 100 … */
const usualSteps = honorTypes.map(stepIn).filter((step) => step !== null)

function stepIn(type: HonorType): number | null {
  const [, step] = /^Parades_(\d+)$/.exec(type) ?? []
  return step === undefined ? null : Number(step)
}

/** The guild's numbers of parades that lead to an honor, ascending. */
export function useOrderSteps(): readonly number[] {
  const { data } = useQuery({ ...settingsQuery, select: stepsOf, retryOnMount: true })
  return data ?? usualSteps
}

/** The number of parades that leads to the honor; null for an honor that is not given for parades. */
export function useThreshold(honor: HonorType): number | null {
  const { data } = useQuery({ ...settingsQuery, retryOnMount: true })
  const rule = data?.honorRules.find(({ type }) => type === honor)
  return rule ? rule.threshold : stepIn(honor)
}

function stepsOf({ honorRules }: { honorRules: readonly HonorRule[] }): readonly number[] {
  return honorRules
    .flatMap(({ basis, threshold }) => (basis === 'parades' && threshold ? [threshold] : []))
    .sort((a, b) => a - b)
}

type Counted = Pick<ParadesOfPerson, 'memberId' | 'numberParades'>

/** The person's last and next number of parades that leads to an honor; null after the last step, and for guests. */
export function nextOrderStep({ memberId, numberParades }: Counted, steps: readonly number[]) {
  const next = steps.find((step) => step > numberParades)
  if (next === undefined || memberId === null) return null
  return { next, previous: steps.findLast((step) => step <= numberParades) ?? 0 }
}
