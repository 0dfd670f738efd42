import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { currentUser } from '#web/lib/session.ts'
import { removeFromTab } from '#web/lib/storage.ts'

export type CircularWords = { subject: string; body: string }

const key = 'circularDraft'

/** What was typed before a reload of this tab, by the same person. */
export function storedWords(): CircularWords {
  const empty = { subject: '', body: '{Anrede}\n\n' }
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(key) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return empty
    const { subject, body, by }: { subject?: unknown; body?: unknown; by?: unknown } = stored
    const isOwn = by === currentUser()?.emailAddress
    if (!isOwn || typeof subject !== 'string' || typeof body !== 'string') return empty
    return { subject, body }
  } catch {
    return empty
  }
}

/** A reload keeps it; who leaves the page for another was asked, and who sent it is done with it. */
export function useStoredWords({ watch, getValues }: UseFormReturn<CircularWords>): void {
  useEffect(() => {
    const store = () => {
      const words = { ...getValues(), by: currentUser()?.emailAddress }
      try {
        window.sessionStorage.setItem(key, JSON.stringify(words))
      } catch {
        // Storing is forbidden here: what was typed lives as long as the page.
      }
    }
    store()
    const { unsubscribe } = watch(store)
    return () => {
      unsubscribe()
      removeFromTab(key)
    }
  }, [watch, getValues])
}
