import { useEffect, useSyncExternalStore } from 'react'
import type { HonorType } from '#worker/domain/codes.ts'
import { honorLabels } from '#worker/domain/labels.ts'
import { call, client } from './api.ts'
import { hasRole, useUser } from './session.ts'

type HonorNames = Readonly<Record<HonorType, string>>

// One request per visit: the names stand in every list of honors.
let names: HonorNames = honorLabels
let isAsked = false
const listeners = new Set<() => void>()

/** Honors as the guild has named them; the usual names until that is known. */
export function useHonorLabels(): HonorNames {
  const mayAsk = hasRole(useUser(), 'management', 'readonly')
  useEffect(() => {
    if (mayAsk) void askOnce()
  }, [mayAsk])
  return useSyncExternalStore(subscribe, () => names)
}

/** The names have been heard or changed elsewhere. */
export function takeHonorLabels(rules: readonly { type: HonorType; label: string }[]): void {
  isAsked = true
  names = {
    ...honorLabels,
    ...Object.fromEntries(rules.map(({ type, label }) => [type, label])),
  }
  for (const listener of listeners) listener()
}

async function askOnce(): Promise<void> {
  if (isAsked) return
  isAsked = true
  const result = await call(client.api.guild.settings.$get())
  if (result.ok) takeHonorLabels(result.data.honorRules)
  // Without an answer the next page asks again.
  else isAsked = false
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
