import type { PreviewRow } from '#worker/imports/imports.contract.ts'

export type Cell = PreviewRow['cells'][number]

/** The same for cells that are put right together. */
export const alikeKey = ({ field, text }: Pick<Cell, 'field' | 'text'>): string =>
  `${field} ${text.trim()}`
