import { z } from 'zod'
import {
  type HonorType,
  type ImportKind,
  importDecisions,
  importKinds,
} from '#worker/domain/codes.ts'
import { archiveTableNames } from '#worker/domain/guild-archive.ts'
import {
  maxCellLength,
  maxColumns,
  maxLength,
  maxRowsAtOnce,
  maxSkipped,
} from '#worker/domain/limits.ts'
import { id, line } from '#worker/http/fields.ts'

// All routes are for management. The browser reads the file and sends its cells.
//
// POST   /api/imports                     201 Import · `before` when the same file was imported before
// GET    /api/imports                     200 Import[], the newest first
// GET    /api/imports/{id}                200 StagedImport: the current state of the work
// PUT    /api/imports/{id}                200 StagedImport · mapping and answers, each whole
// PUT    /api/imports/{id}/parts/{n}      204 · n from 1, at most 1 MB; the same part again replaces it
// PUT    /api/imports/{id}/rows           200 {} · corrections and decisions, at most 500 rows
// GET    /api/imports/{id}/preview        200 ImportPreview
// POST   /api/imports/{id}/commit         200 Import · 409 ImportStale {preview}, ImportOpen, ImportDone
// POST   /api/imports/{id}/undo           200 Import · 409 ImportInUse, ImportDone
// DELETE /api/imports/{id}                204 · staged ones only

const cell = z.union([z.string().max(maxCellLength), z.number(), z.boolean(), z.null()])
/**
 * A cell as read: a text, a number as the sheet stores it, a day as 'YYYY-MM-DD' in `{day}`, the text of a
 * value that cannot be read in `{unreadable}`, or null.
 */
const importCell = z.union([
  cell,
  z.object({ day: z.iso.date(), format: z.string().max(100).optional() }),
  z.object({ unreadable: z.string().max(100) }),
])
export type ImportCell = z.infer<typeof importCell>

/** Rows of the file in their order. */
const partBody = z.object({
  rows: z.array(
    z.object({
      /** The line in the file, from 1, as spreadsheets show it. */
      row: z.int().min(1).max(1_048_576),
      cells: z.array(importCell).max(maxColumns),
      /** A problem that the reader found: an unclosed quote, too many cells. */
      problem: line(200).optional(),
    }),
  ),
})
export type PartBody = z.infer<typeof partBody>

/** Part of an archive: rows of one table, cells in the order of domain/guild-archive.ts. */
const archivePartBody = z.object({
  table: z.enum(archiveTableNames),
  /** The line of the first row in its file, from 1. */
  first: z.int().min(1).max(1_048_576),
  rows: z.array(z.array(z.string()).max(maxColumns)),
})
export type ArchivePartBody = z.infer<typeof archivePartBody>

export const anyPartBody = z.union([archivePartBody, partBody])

export const newImportBody = z.object({
  kind: z.enum(importKinds),
  fileName: line(maxLength.line),
  fileSha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** The headings of the file; [] for an archive. */
  headings: z.array(line(200)).max(maxColumns),
  /** The first values of each column, shown while columns are assigned. */
  samples: z.array(z.array(importCell).max(3)).max(maxColumns).default([]),
  /** The number of rows that will be sent. */
  rowCount: z.int().min(0).max(1_048_576).default(0),
  /** The number of parts that will be sent. */
  parts: z.int().min(1).max(200),
  /** What the reader left out: repeated headings, blank rows, sums, headings between groups. */
  skipped: z
    .array(z.object({ row: z.int().min(1), text: line(200), reason: line(100) }))
    .max(maxSkipped)
    .default([]),
})
export type NewImport = z.infer<typeof newImportBody>

/** The target of a column: a field of the kind (domain/import), `comment` for the remark, null = ignored. */
const importMapping = z.object({
  columns: z.array(z.string().max(60).nullable()).max(maxColumns),
})
export type ImportMapping = z.infer<typeof importMapping>

/**
 * Answers to what the file leaves open. `words`: the meaning of a word of the file, by field: `{
 * membershipState: { 'ehrenmitglied': 'Active' } }`; `empty`: the value for empty cells, by field; the
 * other keys are choices of the kind, such as `nameOrder` and `matchBy`.
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
        /** All corrected cells of the row, by field, as typed; null = restore those of the file. */
        values: z.record(z.string().max(60), z.string().max(10_000)).nullable().optional(),
        decision: z.enum(importDecisions).nullable().optional(),
        /** With `same`: the existing member. */
        memberId: id().optional(),
      }),
    )
    .min(1)
    .max(maxRowsAtOnce),
})

export type RowChange = z.infer<typeof rowsBody>['rows'][number]

export const commitBody = z.object({ seen: z.string().max(100).optional() })
/** `others`: keep the rows that prevent an undo, and undo all others. */
export const undoImportBody = z.object({ others: z.boolean().default(false) })

/** In German: neu, ändert, unverändert, doppelt?, Fehler, übersprungen. */
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
  /** The name of the user who uploaded the file: "Sabine Kächele". */
  createdBy: string
  doneAt: string | null
  doneBy: string | null
  undoneAt: string | null
  undoneBy: string | null
  /** Whether the import can be undone: until 30 days after it was done. */
  undoable: boolean
  /** The day on which the same file was imported before; null = never. */
  before: string | null
}

export type StagedImport = Import & {
  headings: string[]
  samples: ImportCell[][]
  rowCount: number
  mapping: ImportMapping
  answers: ImportAnswers
  skipped: NewImport['skipped']
  /** The guild's honors, of which each can have a column. */
  honors: { code: HonorType; label: string; hidden: boolean }[]
  /** The parts received, and the number expected. */
  parts: { received: number[]; expected: number }
}

/** A word of the file with an unknown meaning, asked once for all its rows. */
export type ImportQuestion = {
  /** Where the answer is stored: `words[field][word]`, `empty[field]` or `choices[field]`. */
  place: 'words' | 'empty' | 'choices'
  field: string
  /** German, as shown on the screen. */
  question: string
  /** The word as written in the file; '' = for empty cells. */
  word: string
  rows: number
  /** The answers to choose from; [] = the answer is typed like a cell. */
  options: { value: string; label: string }[]
  /** Evidence for an answer, which does not prove it. */
  hint?: string | undefined
  /** The likeliest answer, which the user has to confirm. */
  proposal?: string | undefined
  answer: string | null
}

export type PreviewRow = {
  row: number
  verdict: Verdict
  /** The subject of the row: "Bantle, Beate", "Hexe H 12". */
  title: string
  /** German sentences: the errors, or why the row is skipped or asked about; with the field at fault, if any. */
  reasons: {
    field: string | null
    text: string
    /** Possible meanings of the cell, the likeliest first, which one press accepts. */
    offers?: string[] | undefined
  }[]
  /** Unambiguous repairs: "Jahr allein: 1. Januar 1979". */
  notes: { field: string | null; text: string }[]
  /** The contents of the fields that reasons and notes name, and of the corrected ones. */
  cells: { field: string; label: string; text: string; corrected: boolean }[]
  /** The values to be stored, in German; for a change also the old one. */
  fields: { field: string; label: string; old: string | null; new: string }[]
  /** With `duplicate`: the possible members. `row`: a person of this file, whose `memberId` is 0. */
  candidates: {
    memberId: number
    row?: number | undefined
    name: string
    birthday: string | null
    memberNumber: number
  }[]
  decision: 'same' | 'new' | 'skip' | null
  /** The answer for all rows with the same doubt; applies because the row has no decision of its own. */
  ofAll?: 'same' | 'new' | undefined
  /** With `same`: the existing member. */
  memberId: number | null
}

export type ImportPreview = {
  /** A hash of verdicts and targets, which must be the same at the commit. */
  seen: string
  counts: ImportCounts
  questions: ImportQuestion[]
  rows: PreviewRow[]
  /** "In dieser Datei stehen auch Kleidernummern." */
  alsoHolds: ImportKind[]
}
