import type {
  costumeOwnerships,
  costumes,
  costumeTypes,
  dutyEntries,
  honors,
  memberExits,
  members,
  memberTimespans,
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

/** Read for every kind; the guards of the write check it. */
export type ReadingBase = {
  /** The `data_version`, read in the same transaction as the rest. */
  dataVersion: number
  /** All members: the write is rejected when another of the same name was added. */
  members: readonly { id: number; firstNameKey: string; lastNameKey: string }[]
}

type Tables = {
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
/** Of `schema.ts`. */
export type PlannedTable = keyof Tables

/** The number of a row that the same plan inserts, named by its `ref`. */
export type Ref = { ref: string }

/** Said by the writing itself, where the plan says nothing. */
type Stamped = 'id' | 'createdAt' | 'createdBy' | 'updatedAt' | 'importId' | 'version'

type Columns<Row> = { [K in keyof Row as K extends 'id' ? never : K]: Row[K] | Ref }
type OptionalStamps<Row> = Omit<Row, Stamped> & Partial<Pick<Row, Extract<keyof Row, Stamped>>>

/** Columns by their names in `schema.ts`; what is left out takes the table's default. */
export type Insertion = {
  [Table in PlannedTable]: {
    table: Table
    /** What other insertions of the plan name it by; unique in the plan. */
    ref?: string
    row: OptionalStamps<Columns<Tables[Table]>>
  }
}[PlannedTable]

/**
 * A row that is there gets other values. `before` and `after` have the same columns: those that change.
 * What stands there must still be `before`.
 */
export type Update = {
  [Table in PlannedTable]: {
    table: Table
    id: number
    before: Partial<Omit<Tables[Table], Stamped>>
    after: Partial<Omit<Tables[Table], Stamped>>
    /** Of a member, as it was read: a save since then refuses the whole import. */
    updatedAt?: string
  }
}[PlannedTable]

/**
 * Updates are written first, then insertions, in this order among the rows of a table; which table comes
 * first the writing knows.
 */
export type ImportPlan = {
  insertions: readonly Insertion[]
  updates: readonly Update[]
}

export const emptyPlan: ImportPlan = { insertions: [], updates: [] }

export type PlannedImport = { plan: ImportPlan; preview: ImportPreview }

/** What a plan may know of the day it is made on, and of who makes it. */
export type PlanClock = { now: Date; today: Day; userId: number }
