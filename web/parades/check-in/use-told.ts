import { useCallback, useMemo } from 'react'
import type { StoredAct, StoredEnter } from './outbox/acts.ts'
import { outbox, useOutbox } from './outbox/use-outbox.ts'
import { rejectedActsOf } from './outbox/words.ts'
import type { OnRejectedButton } from './rejected-acts.tsx'

/**
 * What is to be settled, and how it is.
 * @param onChange a refused entry is to be changed
 */
export function useRejectedActs(onChange: (refused: StoredEnter) => void) {
  const { acts } = useOutbox()
  const all = useMemo(() => rejectedActsOf(acts), [acts])
  const byRow = useMemo(() => {
    const rows = new Map<number, StoredAct[]>()
    for (const act of all) {
      if (act.kind === 'enter' || 'actId' in act.target) continue
      const { participationId } = act.target
      rows.set(participationId, [...(rows.get(participationId) ?? []), act])
    }
    return rows
  }, [all])
  const answer = useCallback<OnRejectedButton>(
    (act, does) => {
      if (does !== 'change') void outbox.press(act.id, does)
      else if (act.kind === 'enter') onChange(act)
    },
    [onChange],
  )
  return { all, byRow, answer }
}
