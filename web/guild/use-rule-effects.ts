import { useQuery } from '@tanstack/react-query'
import { rulesPreviewQuery } from '#web/data/guild.ts'
import { useAtRest } from '#web/lib/use-at-rest.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { HonorRule } from '#worker/domain/honors.ts'

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
