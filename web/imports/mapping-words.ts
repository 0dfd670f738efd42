import { importFields } from '#worker/domain/import/fields.ts'
import type { SheetKind } from './kind-words.ts'

/** The one field that several columns may become: each is a line of it. */
export const comment = 'comment'

/** The places of columns whose field another one has as well. */
export function usedTwice(columns: readonly (string | null)[]): Set<number> {
  const isTwice = (field: string) =>
    field !== comment && columns.indexOf(field) !== columns.lastIndexOf(field)
  return new Set(
    columns.flatMap((field, index) => (field !== null && isTwice(field) ? [index] : [])),
  )
}

export const labelOf = (kind: SheetKind, name: string): string =>
  importFields[kind].find(({ field }) => field === name)?.label ?? name
