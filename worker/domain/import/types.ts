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
  /** What the columns prove as a whole; without it only the row itself is considered. */
  facts?: SheetFacts
}

/** Which of the first two numbers of `11/01/1991` is the day. */
export type DayOrder = 'dayFirst' | 'monthFirst'

/** For a column of days. */
export type DayFacts = {
  /** By order, a cell that is a valid day in this order only. */
  proofs: Partial<Record<DayOrder, string>>
  /** Some cells are written with dots. */
  hasDots: boolean
}

export type SheetFacts = {
  /** What the columns of days prove, by field. */
  days: ReadonlyMap<string, DayFacts>
  /** All five-digit postal codes in the file. */
  plz: ReadonlySet<string>
}

/** `values`: the user's corrections by field, which replace the cell; '' for an empty one. */
export type SheetRow = {
  row: number
  cells: readonly Cell[]
  problem?: string | undefined
  values?: Readonly<Record<string, string>> | null | undefined
}

/** The user's answers, as stored in the request. */
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
/** The guild's offices and honors, in their order; left out: those of the specification. */
export type Known = {
  honors?: readonly KnownCode<HonorType>[]
  offices?: readonly KnownCode<Duty>[]
}

/** The answer to an unknown word that adds an office or honor of this name. */
export const newAnswer = 'new'
/** Stands for an office or honor that the file adds; its name follows. */
export type AddedCode = `new:${string}`

/**
 * `field`: the field whose correction fixes the error; null for the row as a whole.
 * `unlessStored`: only missing; there is no error, and for `bankingSepaAllowedDate` no question,
 * when the stored member or parade has the value.
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
 * An open question: an unknown word, or '' for empty cells and for a choice. For a choice `about`
 * is the field whose cell cannot be read without it, and `sample` the text of that cell.
 */
export type OpenWord = {
  place: 'words' | 'empty' | 'choices'
  field: string
  word: string
  about?: string
  sample?: string
}

/** Fields that the file leaves out are undefined and keep their stored value. */
export type MemberValues = Partial<Pick<MemberFields, NameWith<{ imported: true | 'plainText' }>>>

/** How the other kinds identify a member. */
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
  /** null: the guild owns it ("Vereinshäs"), or the row names no owner. */
  owner: PersonRef | null
  /** Left out: since today, unless the member owns it already. */
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
 * `parade`: the given properties of the parade. `column`: for a cross, the column of its heading.
 */
export type ParticipationValues = {
  person: PersonRef
  parade: { date?: Day; monthDay?: string; title?: string; column?: number }
  costumeType?: string
  costumeNumber?: string
  /** Left out: confirmed and paid. */
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
 * The content of a row. Usually one item; a row with columns per parade or honor has one per filled
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
  /** A reason for one of the answers, which does not prove it. */
  hint?: string
  /** The likeliest answer; the user has to confirm it. */
  proposal?: string
}
