import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { saveRows } from '#web/data/imports.ts'
import type { PreviewRow, RowChange, Verdict } from '#worker/imports/imports.contract.ts'

/** The most rows that the server changes with one request. */
const atOnce = 500

export type Decision = { decision: PreviewRow['decision']; memberId?: number }

/**
 * Decisions and corrections by row, stored at once. A changed row keeps its place in the list until
 * `settle`, whatever its new verdict.
 */
export function useRowChanges(id: number) {
  const { mutateAsync, isPending, error, reset } = useMutation(saveRows(id))
  const [touched, setTouched] = useState<ReadonlyMap<number, Verdict>>(new Map())
  const [decisions, setDecisions] = useState<ReadonlyMap<number, Decision>>(new Map())

  const save = async (rows: readonly PreviewRow[], changes: readonly RowChange[]) => {
    setTouched(
      (now) => new Map([...rows.map(({ row, verdict }) => [row, verdict] as const), ...now]),
    )
    for (let from = 0; from < changes.length; from += atOnce) {
      await mutateAsync(changes.slice(from, from + atOnce))
    }
  }

  return {
    isPending,
    failure: error,
    /** The verdict by which a row is sorted and filtered. */
    placeOf: ({ row, verdict }: PreviewRow): Verdict => touched.get(row) ?? verdict,
    settle() {
      setTouched(new Map())
      reset()
    },
    decisionOf: (row: PreviewRow): Decision =>
      decisions.get(row.row) ?? {
        decision: row.decision,
        ...(row.memberId !== null && { memberId: row.memberId }),
      },
    decide(row: PreviewRow, decision: Decision) {
      const before = decisions
      setDecisions(new Map(before).set(row.row, decision))
      // When the server rejects the decision, the row shows the former decisions again.
      save([row], [{ row: row.row, ...decision }]).catch(() => setDecisions(before))
    },
    /** Sets the text of a cell in one or many rows; null restores the file's text. */
    correct(rows: readonly PreviewRow[], field: string, text: string | null) {
      const changes = rows.map((row) => ({
        row: row.row,
        values: correctedCells(row, field, text),
      }))
      save(rows, changes).catch(() => {})
    },
    /** Takes the most likely correction for each row. */
    takeOffers(rows: readonly PreviewRow[], field: string) {
      const changes = rows.map((row) => ({
        row: row.row,
        values: correctedCells(row, field, offeredCorrections(row, field)[0] ?? null),
      }))
      save(rows, changes).catch(() => {})
    },
  }
}

export type RowChanges = ReturnType<typeof useRowChanges>

/** The row's corrections by field, including the new one; null for none. The server stores them as a whole. */
function correctedCells({ cells }: PreviewRow, field: string, text: string | null) {
  const corrected = cells.filter((cell) => cell.corrected && cell.field !== field)
  const values = [
    ...corrected.map((cell) => [cell.field, cell.text] as const),
    ...(text === null ? [] : [[field, text] as const]),
  ]
  return values.length === 0 ? null : Object.fromEntries(values)
}

export type Cell = PreviewRow['cells'][number]

/** A key that is equal for cells with the same text in the same field, which are corrected together. */
export const sameCellKey = ({ field, text }: Pick<Cell, 'field' | 'text'>): string =>
  `${field} ${text.trim()}`

/** Corrections offered by the server, the most likely first. */
export const offeredCorrections = (row: PreviewRow, field: string): readonly string[] =>
  row.reasons.find((reason) => reason.field === field)?.offers ?? []
