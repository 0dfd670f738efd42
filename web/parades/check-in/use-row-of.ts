import { useRef } from 'react'
import type { ShownRow } from './outbox/acts.ts'
import { useOutbox } from './outbox/use-outbox.ts'

/**
 * Finds a row by its id. Who was entered here has another one as soon as the list knows them; a sheet
 * that is open stays theirs.
 */
export function useRowOf(rows: readonly ShownRow[]) {
  const { acts } = useOutbox()
  const known = useRef(new Map<number, number>())
  for (const { kind, seq, result } of acts) {
    if (kind === 'enter' && result?.participationId) known.current.set(-seq, result.participationId)
  }
  return (id: number | null): ShownRow | undefined =>
    rows.find((row) => row.id === id) ??
    (id === null ? undefined : rows.find((row) => row.id === known.current.get(id)))
}
