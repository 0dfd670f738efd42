import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { SectionQuery } from '#web/components/query-section.tsx'
import { claimsQuery, membershipFeesQuery, yearsQuery } from '#web/data/billing.ts'
import type { FeeClaim, FeeYear, MembershipFees } from '#worker/billing/billing.contract.ts'
import {
  type Collectible,
  collectibleOf,
  type FeeGridRow,
  rowsOfClaims,
  rowsOfList,
} from './fee-rows.ts'

/** A year as the page shows it. */
export type ShownFeeYear = FeeYear & {
  /** The one that is computed anew as long as it is open. */
  isCurrent: boolean
  rows: FeeGridRow[]
  /** Every account, those that are set aside as well: the history leads to each. */
  claims: readonly FeeClaim[]
  collectible: Collectible
}

/** A year out of its list, its accounts and what is known of all years; another one has no list. */
export function useFeeYear(year: number, currentYear: number): SectionQuery<ShownFeeYear> {
  const isCurrent = year === currentYear
  const years = useQuery(yearsQuery)
  const claims = useQuery(claimsQuery(year))
  const list = useQuery({ ...membershipFeesQuery(year), enabled: isCurrent })
  const asked = isCurrent ? [list, claims, years] : [claims, years]
  const isThere = asked.every(({ data }) => data !== undefined)
  const data = useMemo(
    () =>
      isThere
        ? shownYear(year, { years: years.data, claims: claims.data, list: list.data })
        : undefined,
    [isThere, year, years.data, claims.data, list.data],
  )
  return {
    data,
    error: asked.find(({ error }) => error)?.error ?? null,
    isFetching: asked.some(({ isFetching }) => isFetching),
    dataUpdatedAt: Math.min(...asked.map(({ dataUpdatedAt }) => dataUpdatedAt)),
    refetch: () => Promise.all(asked.map(({ refetch }) => refetch())),
  }
}

type Known = {
  years: readonly FeeYear[] | undefined
  claims: readonly FeeClaim[] | undefined
  /** Of the current year alone. */
  list: MembershipFees | undefined
}

function shownYear(year: number, { years = [], claims = [], list }: Known): ShownFeeYear {
  const known = years.find((one) => one.year === year) ?? emptyYear(year)
  const rows = list ? rowsOfList(list, claims, known.closed) : rowsOfClaims(claims)
  const collectible =
    list && !known.closed
      ? { count: list.collectibleCount, sumInCent: list.collectibleInCent }
      : collectibleOf(rows)
  return { ...known, isCurrent: list !== undefined, rows, claims, collectible }
}

/** Neither closed nor to be closed: of the address alone. */
function emptyYear(year: number): FeeYear {
  return { year, closed: false, count: 0, sumInCent: 0, openInCent: 0, unclosed: [], runs: [] }
}
