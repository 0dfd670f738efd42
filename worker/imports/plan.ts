import type {
  costumeOwnerships,
  costumes,
  costumeTypes,
  dutyEntries,
  honorRules,
  honors,
  memberExits,
  members,
  memberTimespans,
  offices,
  parades,
  participations,
} from '#worker/db/schema.ts'
import type { ImportDecision, ImportKind } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { ImportAnswers, ImportMapping, ImportPreview, PartBody } from './imports.contract.ts'

// An import is read in one batch, planned without the database, and written in one batch that is rejected
// when the data that the plan was made from has changed.

/** The user's input for a row of the file: corrected cells by field, and a decision. */
export type RowChoice = {
  values: Readonly<Record<string, string>>
  decision: ImportDecision | null
  /** With `same`: the existing member. */
  memberId: number | null
}

/** The file as stored on the server, with mapping, answers and row choices. */
export type Staged = {
  kind: ImportKind
  headings: readonly string[]
  mapping: ImportMapping
  answers: ImportAnswers
  /** The same file was imported before: a member who has all values of a row is that person. */
  isAgain?: boolean
  /** In the file's order. */
  rows: readonly PartBody['rows'][number][]
  /** By the row's number in the file. */
  choices: ReadonlyMap<number, RowChoice>
}

/** What is read for every kind of import; guards of the write check that it is unchanged. */
export type ReadingBase = {
  /** The `data_version`, read in the same transaction as the rest. */
  dataVersion: number
  /** All members: the write is rejected when another of the same name was added. */
  members: readonly { id: number; firstNameKey: string; lastNameKey: string }[]
}

type Tables = {
  offices: typeof offices.$inferInsert
  honorRules: typeof honorRules.$inferInsert
  members: typeof members.$inferInsert
  memberTimespans: typeof memberTimespans.$inferInsert
  memberExits: typeof memberExits.$inferInsert
  honors: typeof honors.$inferInsert
  dutyEntries: typeof dutyEntries.$inferInsert
  costumeTypes: typeof costumeTypes.$inferInsert
  costumes: typeof costumes.$inferInsert
  costumeOwnerships: typeof costumeOwnerships.$inferInsert
  parades: typeof parades.$inferInsert
  participations: typeof participations.$inferInsert
}
/** The name of a table in `schema.ts`. */
export type PlannedTable = keyof Tables

/** The number of a row that the same plan inserts, named by its `ref`. */
export type Ref = { ref: string }

/** Columns that the write fills in, unless the plan sets them. */
type Stamped = 'id' | 'createdAt' | 'createdBy' | 'updatedAt' | 'importId' | 'version'

type Columns<Row> = { [K in keyof Row as K extends 'id' ? never : K]: Row[K] | Ref }
type OptionalStamps<Row> = Omit<Row, Stamped> & Partial<Pick<Row, Extract<keyof Row, Stamped>>>

/** Columns by their names in `schema.ts`; what is left out takes the table's default. */
export type Insertion = {
  [Table in PlannedTable]: {
    table: Table
    /** Name by which other insertions of the plan refer to this row; unique in the plan. */
    ref?: string
    row: OptionalStamps<Columns<Tables[Table]>>
  }
}[PlannedTable]

/**
 * Changes a stored row. `before` and `after` contain the changed columns only; the import is rejected unless
 * the stored values still equal `before`.
 */
export type Update = {
  [Table in PlannedTable]: {
    table: Table
    id: number
    before: Partial<Omit<Tables[Table], Stamped>>
    after: Partial<Omit<Tables[Table], Stamped>>
    /** For members, the value as read: if the member was saved since, the whole import is rejected. */
    updatedAt?: string
  }
}[PlannedTable]

/**
 * Updates are written before insertions, rows of a table in this order; the order of the tables is that of
 * `plannedTables`.
 */
export type ImportPlan = {
  insertions: readonly Insertion[]
  updates: readonly Update[]
}

export const emptyPlan: ImportPlan = { insertions: [], updates: [] }

export type PlannedImport = { plan: ImportPlan; preview: ImportPreview }

/** The time of planning and the user, the only context of a plan. */
export type PlanClock = { now: Date; today: Day; userId: number }
