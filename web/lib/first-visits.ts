import { readStored, writeStored } from './storage.ts'

/** The names of pages opened before in this browser, as a JSON list. */
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
