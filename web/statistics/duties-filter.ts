import { startTransition, useMemo, useOptimistic } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type Duty, duties, type HonorType, honorTypes } from '#worker/domain/codes.ts'
import type { DutyStatistic } from '#worker/statistics/statistics.contract.ts'

/** Spec §2: the offices that are shown, and the honors whose holders are hidden. */
export type DutiesFilter = { shown: readonly Duty[]; hidden: readonly HonorType[] }

export const noFilter: DutiesFilter = { shown: duties, hidden: [] }

/** Members with at least one of the offices and none of the honors; of their offices these. */
export function filterDuties(
  statistics: readonly DutyStatistic[],
  { shown, hidden }: DutiesFilter,
): DutyStatistic[] {
  return statistics
    .filter(({ honors }) => !honors.some((honor) => hidden.includes(honor)))
    .map((row) => ({ ...row, duties: row.duties.filter(({ duty }) => shown.includes(duty)) }))
    .filter((row) => row.duties.length > 0)
}

/** The filter lives in the address: `?offices=Kassier,Kleiderchef&without=Ehrennarr_20`. */
export function useDutiesFilter() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const inAddress = useMemo(() => readFilter(new URLSearchParams(search)), [search])
  // The next tick may come before the address follows the last one.
  const [filter, anticipate] = useOptimistic(inAddress)
  const change = ({ shown, hidden }: DutiesFilter) => {
    const params = new URLSearchParams(search)
    put(params, 'offices', shown, shown.length === duties.length)
    put(params, 'without', hidden, hidden.length === 0)
    // Other rows begin on the first page.
    params.delete('page')
    const text = params.toString().replaceAll('%2C', ',')
    startTransition(async () => {
      anticipate({ shown, hidden })
      await navigate({ search: text && `?${text}` }, { preventScrollReset: true })
    })
  }
  return { filter, change }
}

function readFilter(params: URLSearchParams): DutiesFilter {
  const read = <Code extends string>(key: string, codes: readonly Code[]) => {
    const wanted = params.get(key)?.split(',')
    return wanted && codes.filter((code) => wanted.includes(code))
  }
  return {
    shown: read('offices', duties) ?? noFilter.shown,
    hidden: read('without', honorTypes) ?? noFilter.hidden,
  }
}

function put(params: URLSearchParams, key: string, codes: readonly string[], isAsAtFirst: boolean) {
  if (isAsAtFirst) params.delete(key)
  else params.set(key, codes.join(','))
}
