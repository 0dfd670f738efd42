import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { importDecisions, importKinds, importStates } from '#worker/domain/codes.ts'
import { id } from './columns.ts'
import { users } from './users.ts'

/** An imported file of one kind, from upload to undo. */
export const imports = sqliteTable(
  'imports',
  {
    id: id(),
    kind: text({ enum: importKinds }).notNull(),
    state: text({ enum: importStates }).notNull().default('staged'),
    fileName: text().notNull(),
    /** SHA-256 of the file's bytes, hexadecimal. */
    fileSha256: text().notNull(),
    /** JSON: headings, left-out rows, number of parts. */
    head: text().notNull(),
    /** JSON (imports.contract.ts): the field of each column and the meaning of its words. */
    mapping: text().notNull().default('{}'),
    answers: text().notNull().default('{}'),
    /** JSON: the number of rows by verdict; after an undo, of the rows undone. */
    counts: text().notNull().default('{}'),
    createdAt: text().notNull(),
    createdBy: integer()
      .notNull()
      .references(() => users.id),
    doneAt: text(),
    doneBy: integer().references(() => users.id),
    undoneAt: text(),
    undoneBy: integer().references(() => users.id),
  },
  (t) => [
    index('imports_by_state').on(t.state, t.createdAt),
    index('imports_by_file').on(t.fileSha256),
  ],
)

/** The content of an imported file, deleted when the import is committed, or after 24 hours. */
export const importParts = sqliteTable(
  'import_parts',
  {
    importId: integer()
      .notNull()
      .references(() => imports.id),
    /** Number of the uploaded part, from 1. */
    part: integer().notNull(),
    /** A part is split into chunks: a backup limits the length of a row (domain/archive.ts). */
    chunk: integer().notNull(),
    body: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.part, t.chunk] })],
)

/** The user's corrections and decisions about rows; `row` is the row's number in the file. */
export const importRows = sqliteTable(
  'import_rows',
  {
    importId: integer()
      .notNull()
      .references(() => imports.id),
    row: integer().notNull(),
    /** JSON: the corrected cells, by field; null = none. */
    values: text(),
    decision: text({ enum: importDecisions }),
    /** For the decision `same`: the existing member whom the row is about. */
    memberId: integer(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.row] })],
)

/** The mapping of columns last used for files with the same headings and of the same kind. */
export const importMappings = sqliteTable(
  'import_mappings',
  {
    headingsKey: text().notNull(),
    kind: text({ enum: importKinds }).notNull(),
    /** JSON of the columns' mapping and the remembered answers: `rememberedOf`. */
    mapping: text().notNull(),
    usedAt: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.headingsKey, t.kind] })],
)
