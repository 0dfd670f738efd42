import { useEffect, useSyncExternalStore } from 'react'
import { call, publicClient } from './api.ts'

// The guild's name is loaded once for each visit, since every page's title and print head needs it.
let name = ''
let isAsked = false
const listeners = new Set<() => void>()

/** The guild's name from its settings; '' until loaded. */
export function useGuildName(): string {
  useEffect(() => void askOnce(), [])
  return useSyncExternalStore(subscribe, () => name)
}

/** Shows a name that was changed in the settings. */
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
  // After a failure the next component that uses the name loads it again.
  else isAsked = false
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
