import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { rulesPreviewQuery } from '#web/data/guild.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { HonorRule } from '#worker/domain/honors.ts'

/** Until typing has come to a rest. */
const restInMs = 300

/** What these rules would change in the lists; asks only when there are some (`rules` not null). */
export function useRuleEffects(rules: readonly HonorRule[] | null, date: Day) {
  const typed = rules && JSON.stringify(rules)
  const isAtRest = useAtRest(typed) === typed
  return useQuery({
    ...rulesPreviewQuery(rules ?? [], date),
    enabled: rules !== null && isAtRest,
    // What was refused may fit by now: the rules beside it can have changed.
    retryOnMount: true,
  })
}

export type RuleEffects = Pick<
  ReturnType<typeof useRuleEffects>,
  'data' | 'error' | 'isFetching' | 'refetch'
>

/** The value once it has not changed for a moment. */
function useAtRest(value: string | null): string | null {
  const [rested, setRested] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restInMs)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
