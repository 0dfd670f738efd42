import { z } from 'zod'
import { type ImportKind, importDecisions, importKinds } from '#worker/domain/codes.ts'
import { archiveTableNames } from '#worker/domain/guild-archive.ts'
import {
  maxCellLength,
  maxColumns,
  maxLength,
  maxRowsAtOnce,
  maxSkipped,
} from '#worker/domain/limits.ts'
import { id, line } from '#worker/http/fields.ts'

// All of it is management's. Reading is the browser's: what arrives here are cells.
//
// POST   /api/imports                     201 Import · `before` when the same bytes came before
// GET    /api/imports                     200 Import[], the newest first
// GET    /api/imports/{id}                200 StagedImport: what the work stands at
// PUT    /api/imports/{id}                200 StagedImport · mapping and answers, each whole
// PUT    /api/imports/{id}/parts/{n}      204 · n from 1, at most 1 MB; the same part again replaces it
// PUT    /api/imports/{id}/rows           200 {} · corrections and decisions, at most 500 rows
// GET    /api/imports/{id}/preview        200 ImportPreview
// POST   /api/imports/{id}/commit         200 Import · 409 ImportStale {preview}, ImportOpen, ImportDone
// POST   /api/imports/{id}/undo           200 Import · 409 ImportInUse, ImportDone
// DELETE /api/imports/{id}                204 · a staged one alone

const cell = z.union([z.string().max(maxCellLength), z.number(), z.boolean(), z.null()])
/**
 * As the reader found it: a text, a number as the sheet stores it, a day as 'YYYY-MM-DD' within `{day}`,
 * what stands in the place of a value within `{unreadable}`, or nothing.
 */
const importCell = z.union([
  cell,
  z.object({ day: z.iso.date(), format: z.string().max(100).optional() }),
  z.object({ unreadable: z.string().max(100) }),
])
export type ImportCell = z.infer<typeof importCell>

/** Rows of the file, in their order. */
const partBody = z.object({
  rows: z.array(
    z.object({
      /** The line in the file, from 1, as people see it in their spreadsheet. */
      row: z.int().min(1).max(1_048_576),
      cells: z.array(importCell).max(maxColumns),
      /** What the reader has to say of it: a quote that is never closed, cells too many. */
      problem: line(200).optional(),
    }),
  ),
})
export type PartBody = z.infer<typeof partBody>

/** Of an archive: rows of one of its tables, with the cells of domain/guild-archive.ts in their order. */
const archivePartBody = z.object({
  table: z.enum(archiveTableNames),
  /** The line of the first of them in its file, from 1. */
  first: z.int().min(1).max(1_048_576),
  rows: z.array(z.array(z.string()).max(maxColumns)),
})
export type ArchivePartBody = z.infer<typeof archivePartBody>

export const anyPartBody = z.union([archivePartBody, partBody])

export const newImportBody = z.object({
  kind: z.enum(importKinds),
  fileName: line(maxLength.line),
  fileSha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** As they stand in the file; [] for an archive. */
  headings: z.array(line(200)).max(maxColumns),
  /** Of each column the first values there are: what is seen while columns are named. */
  samples: z.array(z.array(importCell).max(3)).max(maxColumns).default([]),
  /** How many rows will come. */
  rowCount: z.int().min(0).max(1_048_576).default(0),
  /** How many parts will come. */
  parts: z.int().min(1).max(200),
  /** What the reader left out: repeated headings, blank rows, sums, headings between groups. */
  skipped: z
    .array(z.object({ row: z.int().min(1), text: line(200), reason: line(100) }))
    .max(maxSkipped)
    .default([]),
})
export type NewImport = z.infer<typeof newImportBody>

/** What a column becomes: a field of the kind (domain/import), `comment` for the remark, null = nothing. */
const importMapping = z.object({
  columns: z.array(z.string().max(60).nullable()).max(maxColumns),
})
export type ImportMapping = z.infer<typeof importMapping>

/**
 * What the file does not say by itself. `words`: what a word of the file means, by field: `{
 * membershipState: { 'ehrenmitglied': 'Active' } }`; `empty`: what stands in for an empty cell, by field;
 * `nameOrder`, `matchBy` and what else a kind asks stand beside.
 */
const importAnswers = z.object({
  words: z
    .record(z.string().max(60), z.record(z.string().max(200), z.string().max(200)))
    .default({}),
  empty: z.record(z.string().max(60), z.string().max(500)).default({}),
  choices: z.record(z.string().max(200), z.string().max(200)).default({}),
})
export type ImportAnswers = z.infer<typeof importAnswers>

export const changeImportBody = z
  .object({ mapping: importMapping, answers: importAnswers, kind: z.enum(importKinds) })
  .partial()
export type ChangeImport = z.infer<typeof changeImportBody>

export const rowsBody = z.object({
  rows: z
    .array(
      z.object({
        row: z.int().min(1),
        /** All cells of the row that are corrected, by field, as typed; null = as in the file again. */
        values: z.record(z.string().max(60), z.string().max(10_000)).nullable().optional(),
        decision: z.enum(importDecisions).nullable().optional(),
        /** With `same`: whom. */
        memberId: id().optional(),
      }),
    )
    .min(1)
    .max(maxRowsAtOnce),
})

export type RowChange = z.infer<typeof rowsBody>['rows'][number]

export const commitBody = z.object({ seen: z.string().max(100).optional() })
/** `others`: leave what stands in the way, and take back all else. */
export const undoImportBody = z.object({ others: z.boolean().default(false) })

/** neu, ändert, unverändert, doppelt?, Fehler, übersprungen */
const verdicts = ['new', 'changes', 'same', 'duplicate', 'error', 'skipped'] as const
export type Verdict = (typeof verdicts)[number]

export type ImportCounts = Record<Verdict, number>

export type Import = {
  id: number
  kind: ImportKind
  state: 'staged' | 'done' | 'undone'
  fileName: string
  counts: ImportCounts | null
  createdAt: string
  /** "Sabine Kächele" */
  createdBy: string
  doneAt: string | null
  doneBy: string | null
  undoneAt: string | null
  undoneBy: string | null
  /** Until 30 days after it was done. */
  undoable: boolean
  /** The day on which the same file was taken over already; null = never. */
  before: string | null
}

export type StagedImport = Import & {
  headings: string[]
  samples: ImportCell[][]
  rowCount: number
  mapping: ImportMapping
  answers: ImportAnswers
  skipped: NewImport['skipped']
  /** The parts that have come, of how many. */
  parts: { received: number[]; expected: number }
}

/** A word of the file that nobody knows, asked once for all its rows. */
export type ImportQuestion = {
  /** Where its answer belongs: `words[field][word]`, `empty[field]` or `choices[field]`. */
  place: 'words' | 'empty' | 'choices'
  field: string
  /** German, as the screen asks it. */
  question: string
  /** The word as it stands in the file; '' = for empty cells. */
  word: string
  rows: number
  /** [] = typed, as in a cell. */
  options: { value: string; label: string }[]
  /** What speaks for an answer, without proving it. */
  hint?: string | undefined
  /** The likeliest answer, which somebody has to confirm. */
  proposal?: string | undefined
  answer: string | null
}

export type PreviewRow = {
  row: number
  verdict: Verdict
  /** Whom or what it is about: "Bantle, Beate", "Hexe H 12". */
  title: string
  /** German sentences: the errors, or why it is left out or asked. By field where one is at fault. */
  reasons: {
    field: string | null
    text: string
    /** What the cell may have meant, the likeliest first: taken with one press. */
    offers?: string[] | undefined
  }[]
  /** Sure repairs: "Jahr allein: 1. Januar 1979". */
  notes: { field: string | null; text: string }[]
  /** What stands in the fields that reasons and notes name, and in those that were corrected. */
  cells: { field: string; label: string; text: string; corrected: boolean }[]
  /** What would be stored, in German; of a change the old one beside. */
  fields: { field: string; label: string; old: string | null; new: string }[]
  /** Of `duplicate`: who may be meant. `row`: somebody of this file, whose `memberId` is 0. */
  candidates: {
    memberId: number
    row?: number | undefined
    name: string
    birthday: string | null
    memberNumber: number
  }[]
  decision: 'same' | 'new' | 'skip' | null
  /** Undecided by itself: it is what all of its kind were answered to be. */
  ofAll?: 'same' | 'new' | undefined
  /** With `same`: whom. */
  memberId: number | null
}

export type ImportPreview = {
  /** A hash of verdicts and targets: what the commit must still find. */
  seen: string
  counts: ImportCounts
  questions: ImportQuestion[]
  rows: PreviewRow[]
  /** "In dieser Datei stehen auch Kleidernummern." */
  alsoHolds: ImportKind[]
}
