import { readStored, writeStored } from './storage.ts'

/** The pages that somebody has seen in this browser, as JSON: a list of their names. */
export const seenKey = 'seenPages'

export function isFirstVisit(page: string): boolean {
  return !readSeen().includes(page)
}

export function noteVisit(page: string): void {
  const seen = readSeen()
  if (!seen.includes(page)) writeStored(seenKey, JSON.stringify([...seen, page]))
}

function readSeen(): unknown[] {
  try {
    const seen: unknown = JSON.parse(readStored(seenKey) ?? '[]')
    return Array.isArray(seen) ? seen : []
  } catch {
    return []
  }
}
