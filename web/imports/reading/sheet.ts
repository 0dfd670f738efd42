import type { ImportCell } from '#worker/imports/imports.contract.ts'

/** A line of the file as people see it in their spreadsheet, from 1. */
export type Line = { row: number; cells: ImportCell[]; problem?: string }

/** All that stands in a sheet. */
export type Table = {
  name: string
  lines: Line[]
  /** A line of a text may not have more cells than its headings; in a workbook anything stands beside. */
  isText: boolean
}

/** What was left out, and why, in German. */
export type Skipped = { row: number; text: string; reason: string }

export type Sheet = {
  name: string
  headings: string[]
  /** The line in which they stand. */
  headingRow: number
  rows: Line[]
  skipped: Skipped[]
  /** What it was made of: `sheetOf(table, 4)` takes the headings of another line. */
  table: Table
}

/** The sheet with its headings where they most likely are, or in the line that somebody named. */
export function sheetOf(table: Table, headingRow = guessHeadingRow(table.lines)): Sheet {
  throw new Error(`${table.name} ${headingRow}`)
}

export function guessHeadingRow(lines: readonly Line[]): number {
  return lines[0]?.row ?? 1
}
