import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { SectionQuery } from '#web/components/query-section.tsx'
import { claimsQuery, openClaimsQuery, yearsQuery } from '#web/data/billing.ts'
import { noAutoRefetch, type Reading } from '#web/lib/query.ts'
import type { FeeClaim, FeeYear } from '#worker/billing/billing.contract.ts'
import type { Known } from './match-entries.ts'

/** Of what a statement may tell: the last year, this one, the next, and all that is open. */
export const claimsFor = (year: number): Reading<FeeClaim[]>[] => [
  openClaimsQuery,
  ...[year - 1, year, year + 1].map(claimsQuery),
]

/**
 * Together, since nothing can be matched with a part of it.
 * @param from the year of the oldest line: a statement of long ago was paid for the years then
 */
export function useKnown(year: number, from: number): SectionQuery<Known> {
  const years = useQuery({ ...yearsQuery, ...noAutoRefetch })
  const earlier = (years.data ?? []).filter(isClosedBetween(from - 1, year - 2))
  const queries = [...claimsFor(year), ...earlier.map((one) => claimsQuery(one.year))]
  const claims = useQueries({
    queries: queries.map((query) => ({ ...query, ...noAutoRefetch })),
    combine: (queries) => ({
      lists: queries.map(({ data }) => data),
      error: queries.find(({ error }) => error)?.error ?? null,
      isFetching: queries.some(({ isFetching }) => isFetching),
      dataUpdatedAt: Math.min(...queries.map(({ dataUpdatedAt }) => dataUpdatedAt)),
      refetch: () => Promise.all(queries.map(({ refetch }) => refetch())),
    }),
  })
  const data = useMemo(() => knownOf(years.data, claims.lists), [years.data, claims.lists])
  return {
    data,
    error: years.error ?? claims.error,
    isFetching: years.isFetching || claims.isFetching,
    dataUpdatedAt: Math.min(years.dataUpdatedAt, claims.dataUpdatedAt),
    refetch: () => Promise.all([years.refetch(), claims.refetch()]),
  }
}

const isClosedBetween = (first: number, last: number) => (known: FeeYear) =>
  known.closed && known.year >= first && known.year <= last

function knownOf(
  years: readonly { runs: Known['runs'] }[] | undefined,
  lists: readonly (readonly FeeClaim[] | undefined)[],
): Known | undefined {
  if (!years || lists.includes(undefined)) return undefined
  const claims = new Map(lists.flatMap((list) => list ?? []).map((claim) => [claim.id, claim]))
  return { runs: years.flatMap(({ runs }) => runs), claims: [...claims.values()] }
}
