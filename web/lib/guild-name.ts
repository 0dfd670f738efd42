import { useEffect, useSyncExternalStore } from 'react'
import { call, publicClient } from './api.ts'

// Loaded once for each visit, because every shell, title and print head needs it.
let name = ''
let isAsked = false
const listeners = new Set<() => void>()

/** The guild's name from its settings; '' until loaded. */
export function useGuildName(): string {
  useEffect(() => void askOnce(), [])
  return useSyncExternalStore(subscribe, () => name)
}

/** Updates the name after a change. */
export function setGuildName(changed: string): void {
  isAsked = true
  name = changed
  for (const listener of listeners) listener()
}

async function askOnce(): Promise<void> {
  if (isAsked) return
  isAsked = true
  const result = await call(publicClient.api.guild.$get())
  if (result.ok) name = result.data.name
  // After a failure the next page tries again.
  else isAsked = false
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
