import type { PreviewRow } from '#worker/imports/imports.contract.ts'

export type Cell = PreviewRow['cells'][number]

/** The same for cells that are put right together. */
export const alikeKey = ({ field, text }: Pick<Cell, 'field' | 'text'>): string =>
  `${field} ${text.trim()}`

/** What a cell may have meant, the likeliest first; [] = the server has no idea. */
export const offersOf = (row: PreviewRow, field: string): readonly string[] =>
  row.reasons.find((reason) => reason.field === field)?.offers ?? []
