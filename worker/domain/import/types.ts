import type { Duty, HonorType, ImportKind } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { MemberFields, NameWith } from '#worker/domain/member.ts'
import type { Departure, Time } from '#worker/domain/times.ts'

/** The kinds of a single sheet; an archive has many. */
export type SheetKind = Exclude<ImportKind, 'archive'>

/**
 * A cell as the reader found it: text, a number, a day or nothing.
 * `format`: the display format of a day that does not show day, month and year ("d-mmm", "mmm-yy");
 * such a cell may not have been meant as a day.
 * `unreadable`: the text of an error value ("#BEZUG!", `withoutResult`); the value of the cell is
 * unknown.
 */
export type Cell =
  | string
  | number
  | boolean
  | null
  | { day: Day; format?: string | undefined }
  | { unreadable: string }

/**
 * The target of each column: a field of `importFields`, or null when it is not imported. A column
 * for one honor has `honor:Parades_25`, a column of crosses for one parade `parade:2025-01-19`
 * (`parade:01-19` without a year).
 */
export type Sheet = {
  headings: readonly string[]
  columns: readonly (string | null)[]
  /** What whole columns prove about dates and postal codes; left out: only the row itself is considered. */
  facts?: SheetFacts
}

/** Which of the first two numbers of `11/01/1991` is the day. */
export type DayOrder = 'dayFirst' | 'monthFirst'

/** What the cells of a column of days prove about the order of day and month. */
export type DayFacts = {
  /** For each order, a cell that is a valid day in this order only, which proves the order. */
  proofs: Partial<Record<DayOrder, string>>
  /** Whether some cells have dates with dots, which are written with the day first. */
  hasDots: boolean
}

export type SheetFacts = {
  /** What the columns of days prove, by field. */
  days: ReadonlyMap<string, DayFacts>
  /** All five-digit postal codes in the file. */
  plz: ReadonlySet<string>
}

/** A row of the file; `values`: the user's corrections by field, which replace the cell; '' empties it. */
export type SheetRow = {
  row: number
  cells: readonly Cell[]
  problem?: string | undefined
  values?: Readonly<Record<string, string>> | null | undefined
}

/** The user's answers: about unknown words by field, for empty cells by field, and choices by name. */
export type Answers = {
  words: Readonly<Record<string, Readonly<Record<string, string>>>>
  empty: Readonly<Record<string, string>>
  choices: Readonly<Record<string, string>>
}

/** An office or honor of the guild. */
export type KnownCode<Code extends string> = {
  code: Code
  label: string
  position: number
  hidden?: boolean
}
/** The guild's offices and honors, in their order; where left out, the specification's are used. */
export type Known = {
  honors?: readonly KnownCode<HonorType>[]
  offices?: readonly KnownCode<Duty>[]
}

/** The answer to an unknown word that adds an office or honor of this name. */
export const newAnswer = 'new'
/** Stands for an office or honor that the import adds: `new:` and the name of the office or honor. */
export type AddedCode = `new:${string}`

/**
 * `field`: the field whose correction fixes the error; null for the row as a whole.
 * `unlessStored`: the row only lacks a value; when the stored member or parade has the value, the error is
 * dropped, and for `bankingSepaAllowedDate` the question as well.
 */
export type RowError = {
  field: string | null
  text: string
  unlessStored?: true
  /** Texts that the cell may have had before, likeliest first. */
  offers?: readonly string[]
}
export type RowNote = { field: string; text: string }
/**
 * An open question. `word`: the unknown word, or '' for empty cells and for a choice. For a choice, `about` is the
 * field whose cell cannot be read without the answer, and `sample` the text of that cell.
 */
export type OpenWord = {
  place: 'words' | 'empty' | 'choices'
  field: string
  word: string
  about?: string
  sample?: string
}

/** The member's values in a row; fields that the file leaves out are undefined and keep their stored value. */
export type MemberValues = Partial<Pick<MemberFields, NameWith<{ imported: true | 'plainText' }>>>

/** How a row of any kind but `members` identifies a member. */
export type PersonRef = {
  memberNumber?: number
  firstName?: string
  lastName?: string
  maidenName?: string
  birthday?: Day
}

export type CostumeValues = {
  costumeType?: string
  number?: string
  /** The costume's owner; null: the guild ("Vereinshäs"), or the row names no owner. */
  owner: PersonRef | null
  /** Left out: the member owns the costume from today on, unless they own it already. */
  ownedFrom?: Day
  ownedTo?: Day
  registeredSince?: Day
  registeredUntil?: Day
  comment?: string
}

export type HonorValues = {
  person: PersonRef
  type?: HonorType | AddedCode
  date?: Day
  comment?: string
}

export type DutyValues = {
  person: PersonRef
  duty?: Duty | AddedCode
  from?: Day
  to?: Day
  comment?: string
}

export type ParadesBeforeValues = {
  person: PersonRef
  paradesBefore?: number
  paradesBeforeUntil?: Day
}

export type ParadeValues = {
  date?: Day
  title?: string
  host?: string
  hostPlz?: string
  hostTown?: string
  paradeNumber?: number
  priceForAdultsInCent?: number
  priceForChildrenInCent?: number
  dateEnrolmentStart?: Day
  timeEnrolmentStart?: Time
  dateEnrolmentEnd?: Day
  timeEnrolmentEnd?: Time
  departures?: Departure[]
  timeStart?: Time
  lineUpNumber?: string
  lineUpPlace?: string
  isChildParade?: boolean
  comment?: string
}

/**
 * A participation in a row. `parade`: what the row says about the parade; for a cross in a parade's column also
 * that `column`, by whose heading the parade is found.
 */
export type ParticipationValues = {
  person: PersonRef
  parade: { date?: Day; monthDay?: string; title?: string; column?: number }
  costumeType?: string
  costumeNumber?: string
  /** Where left out, the participation counts as confirmed, or as paid. */
  confirmed?: boolean
  paid?: boolean
}

export type ValuesOf = {
  members: MemberValues
  costumes: CostumeValues
  honors: HonorValues
  duties: DutyValues
  paradesBefore: ParadesBeforeValues
  parades: ParadeValues
  participations: ParticipationValues
}

/**
 * The content of a row: usually one item, and in a file with a column for each parade or honor one for each filled
 * cell. A row with an error or an open question must not be written.
 */
export type NormalisedRow<Kind extends SheetKind = SheetKind> = {
  row: number
  items: ValuesOf[Kind][]
  errors: RowError[]
  notes: RowNote[]
  open: OpenWord[]
  /** Choices for a whole column that this row needed and that were answered. */
  chosen: OpenWord[]
}

export type ImportField = { field: string; label: string; required?: true }

export type Question = {
  question: string
  options: { value: string; label: string }[]
  /** A reason that makes one of the answers likely without proving it. */
  hint?: string
  /** The likeliest answer; the user has to confirm it. */
  proposal?: string
}
