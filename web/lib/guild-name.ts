import { useEffect, useSyncExternalStore } from 'react'
import { call, publicClient } from './api.ts'

// One request per visit: the name stands in every shell, title and print head.
let name = ''
let isAsked = false
const listeners = new Set<() => void>()

/** The guild's name from its settings; "" until it is known. */
export function useGuildName(): string {
  useEffect(() => void askOnce(), [])
  return useSyncExternalStore(subscribe, () => name)
}

/** The name has been changed. */
export function takeGuildName(changed: string): void {
  isAsked = true
  name = changed
  for (const listener of listeners) listener()
}

async function askOnce(): Promise<void> {
  if (isAsked) return
  isAsked = true
  const result = await call(publicClient.api.guild.$get())
  if (result.ok) name = result.data.name
  // Without an answer the next page asks again.
  else isAsked = false
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
