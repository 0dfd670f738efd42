import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '#web/data/guild.ts'
import { type HonorType, honorTypes } from '#worker/domain/codes.ts'
import type { HonorRule } from '#worker/domain/honors.ts'
import type { ParadesOfPerson } from '#worker/statistics/statistics.contract.ts'

/** What the honors are called after: 25, 50, 100 … */
const usualSteps = honorTypes.map(stepIn).filter((step) => step !== null)

function stepIn(type: HonorType): number | null {
  const [, step] = /^Parades_(\d+)$/.exec(type) ?? []
  return step === undefined ? null : Number(step)
}

/** How many parades lead to an order, lowest first, as the guild has set it. */
export function useOrderSteps(): readonly number[] {
  const { data } = useQuery({ ...settingsQuery, select: stepsOf, retryOnMount: true })
  return data ?? usualSteps
}

/** How many parades lead to an order; null when none do. */
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

/** Between which steps a member is; null when none is left, and for those who are no member. */
export function orderAhead({ memberId, numberParades }: Counted, steps: readonly number[]) {
  const next = steps.find((step) => step > numberParades)
  if (next === undefined || memberId === null) return null
  return { next, previous: steps.findLast((step) => step <= numberParades) ?? 0 }
}
