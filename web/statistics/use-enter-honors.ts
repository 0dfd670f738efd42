import { useState } from 'react'
import { failureDetail } from '#web/lib/failure-detail.ts'
import type { Failure } from '#web/lib/result.ts'
import { useAct } from '#web/lib/use-act.ts'
import type { HonorType } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import { enterHonor, honorNotEntered } from './statistics.api.ts'

type Fields = { date: Day; comment: string }

/** One call for each honor; what is stored stays stored, and the next try sends only the rest. */
export function useEnterHonors(memberId: number, onAllEntered: (count: number) => void) {
  const [done, setDone] = useState<readonly HonorType[]>([])
  const send = async (types: readonly HonorType[], fields: Fields) => {
    for (const type of types) {
      if (done.includes(type)) continue
      const result = await enterHonor(memberId, { type, ...fields })
      if (!result.ok) return result
      setDone((before) => [...before, type])
    }
    return { ok: true, data: types.length, status: 201 } as const
  }
  return { ...useAct(send, onAllEntered), done }
}

/** Beyond the specification's sentence: which are in and which are not, and what the server says. */
export function whatHappened(
  failure: Failure,
  wanted: readonly string[],
  done: readonly string[],
): string {
  const open = wanted.filter((label) => !done.includes(label))
  const fields = failure.error?.fields
  // What is said beside a field is not said twice.
  const isAtField = fields?.date !== undefined || fields?.comment !== undefined
  return [
    done.length > 0 && `Eingetragen: ${done.join(', ')}. Nicht eingetragen: ${open.join(', ')}.`,
    !isAtField && failureDetail(failure, honorNotEntered),
  ]
    .filter(Boolean)
    .join(' ')
}
