import { useState } from 'react'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { dutyCalls } from './duties.api.ts'
import { loadCostumes } from './member.api.ts'

/** Offices and costumes of a member, as they are now. */
export function useBelongings(memberId: number) {
  const [asked] = useState(() => ({
    duties: dutyCalls.load(memberId),
    costumes: loadCostumes(memberId),
  }))
  const duties = useLoaded(asked.duties, () => dutyCalls.load(memberId))
  const costumes = useLoaded(asked.costumes, () => loadCostumes(memberId))
  const known =
    duties.result?.ok && costumes.result?.ok
      ? { duties: duties.result.data, costumes: costumes.result.data }
      : null
  return { duties, costumes, known }
}

export type Belongings = ReturnType<typeof useBelongings>
