import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Rest } from '#web/components/data-table/use-grid.ts'
import type { SectionQuery } from '#web/components/query-section.tsx'
import {
  claimsQuery,
  figuresQuery,
  firstClaimsQuery,
  membershipFeesQuery,
  yearsQuery,
} from '#web/data/billing.ts'
import type { FeeClaim, FeeYear, FeeYearFigures } from '#worker/billing/billing.contract.ts'
import { claimsPerPage } from '#worker/domain/limits.ts'
import { type FeeGridRow, figuresOf, rowsOfClaims, rowsOfList } from './fee-rows.ts'

/** A year as the page shows it. */
export type ShownFeeYear = FeeYear & {
  /** The one that is computed anew as long as it is open. */
  isCurrent: boolean
  rows: FeeGridRow[]
  /** Every account of `rows`, and those that are set aside: the history leads to each. */
  claims: readonly FeeClaim[]
  figures: FeeYearFigures
  /** Of a large guild: the rows that are not here yet. */
  rest: Rest | null
}

/**
 * A year out of its accounts, of a large guild the first of them with what the server tells of all; of the current
 * one its list, as long as it is open.
 */
export function useFeeYear(year: number, currentYear: number): SectionQuery<ShownFeeYear> {
  const [wanted, setWanted] = useState<number | null>(null)
  const years = useQuery(yearsQuery)
  const first = useQuery(firstClaimsQuery(year))
  const isOpen = year === currentYear && first.data?.length === 0
  const isPart = first.data?.length === claimsPerPage
  const list = useQuery({ ...membershipFeesQuery(year), enabled: isOpen })
  const figures = useQuery({ ...figuresQuery(year), enabled: isPart })
  const all = useQuery({ ...claimsQuery(year), enabled: isPart && wanted === year })
  const asked = [years, first, ...(isOpen ? [list] : []), ...(isPart ? [figures] : [])]
  const isThere = asked.every(({ data }) => data !== undefined)
  const claims = (isPart && all.data) || first.data
  const hasRest = isPart && !all.data
  const data = useMemo(() => {
    if (!isThere || !claims || !years.data) return undefined
    const known = years.data.find((one) => one.year === year) ?? emptyYear(year)
    const rows = list.data && isOpen ? rowsOfList(list.data) : rowsOfClaims(claims)
    return {
      ...known,
      isCurrent: year === currentYear,
      rows,
      claims,
      figures: (isPart && figures.data) || figuresOf(rows),
      rest: hasRest ? { total: known.count, load: () => setWanted(year) } : null,
    }
  }, [
    isThere,
    year,
    currentYear,
    years.data,
    claims,
    list.data,
    isOpen,
    isPart,
    figures.data,
    hasRest,
  ])
  const loading = [...asked, ...(wanted === year && isPart ? [all] : [])]
  return {
    data,
    error: loading.find(({ error }) => error)?.error ?? null,
    isFetching: loading.some(({ isFetching }) => isFetching),
    dataUpdatedAt: Math.min(...asked.map(({ dataUpdatedAt }) => dataUpdatedAt)),
    refetch: () => Promise.all(loading.map(({ refetch }) => refetch())),
  }
}

/** Neither closed nor to be closed: of the address alone. */
function emptyYear(year: number): FeeYear {
  return { year, closed: false, count: 0, sumInCent: 0, openInCent: 0, unclosed: [], runs: [] }
}
