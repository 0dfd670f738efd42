import { readStored, writeStored } from './storage.ts'

/** The browser's storage has under this key the names of the pages that were opened before, as a JSON list. */
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
