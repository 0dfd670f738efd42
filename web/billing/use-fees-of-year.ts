import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { UnloadedRows } from '#web/components/data-table/use-grid.ts'
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
import { computeFigures, type FeeGridRow, rowsOfClaims, rowsOfList } from './fee-rows.ts'

/** A fee year as the page shows it. */
export type ShownFeeYear = FeeYear & {
  /** Whether it is the current year, whose fees are recomputed until it is closed. */
  isCurrent: boolean
  rows: FeeGridRow[]
  /** All claims of the year. Those set aside by a merge have no row, but the history links to them. */
  claims: readonly FeeClaim[]
  figures: FeeYearFigures
  /** The rows of a large guild that are not loaded yet; null when all are here. */
  rest: UnloadedRows | null
}

/**
 * The year to show. A closed year consists of its claims (in a large guild of the first, with the
 * server's totals), the current year before closing of its computed fees.
 */
export function useFeesOfYear(year: number, currentYear: number): SectionQuery<ShownFeeYear> {
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
      figures: (isPart && figures.data) || computeFigures(rows),
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

/** Stands for a year typed into the address that is neither closed nor closable. */
function emptyYear(year: number): FeeYear {
  return { year, closed: false, count: 0, sumInCent: 0, openInCent: 0, unclosed: [], runs: [] }
}
