import { useEffect, useState } from 'react'
import type { Result } from '#web/lib/result.ts'
import type { HonorType } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { HonorRule } from '#worker/domain/honors.ts'
import { previewHonorRules } from './guild.api.ts'

type Person = { id: number; firstName: string; lastName: string }

/** Who comes into the list of an honor and who leaves it. */
export type RuleEffect = { honor: HonorType; added: Person[]; removed: Person[] }

export type RuleEffects = {
  /** null while nothing has been asked or the answer is on its way. */
  result: Result<RuleEffect[]> | null
  reload: () => void
}

/** Until typing has come to a rest. */
const restInMs = 300

/** What these rules would change in the lists; asks only when there are some (`rules` not null). */
export function useRuleEffects(rules: readonly HonorRule[] | null, date: Day): RuleEffects {
  const [answer, setAnswer] = useState<{ to: string; result: Result<RuleEffect[]> } | null>(null)
  const [round, setRound] = useState(0)
  const asked = rules && JSON.stringify(rules)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` is the rules, `round` asks again.
  useEffect(() => {
    if (!rules || !asked) return
    let isCurrent = true
    const ask = async () => {
      const result = await previewHonorRules(rules, date)
      if (isCurrent) setAnswer({ to: asked, result })
    }
    const timer = setTimeout(ask, restInMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [asked, date, round])
  const reload = () => {
    setAnswer(null)
    setRound((before) => before + 1)
  }
  return { result: asked && answer?.to === asked ? answer.result : null, reload }
}
