import type { Duty, HonorType, ImportKind } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { MemberFields, NameWith } from '#worker/domain/member.ts'

/** What a sheet is about; an archive of ours is none. */
export type SheetKind = Exclude<ImportKind, 'archive'>

/**
 * As the reader found it: a text, a number as the sheet stores it, a day, or nothing.
 * `format`: how the sheet shows a day, where it does not show day, month and year ("d-mmm", "mmm-yy"): whoever
 * typed it may have meant no day. `unreadable`: what stands where a value should ("#BEZUG!", `withoutResult`);
 * it is not known whether the cell would be empty.
 */
export type Cell =
  | string
  | number
  | boolean
  | null
  | { day: Day; format?: string | undefined }
  | { unreadable: string }

/**
 * What each column becomes: a field of `fieldsOf`, null = nothing. Of a sheet with a column per honor
 * `honor:Parades_25`, of one with a cross per parade `parade:2025-01-19` (`parade:01-19` when the
 * heading has no year).
 */
export type Sheet = {
  headings: readonly string[]
  columns: readonly (string | null)[]
  /** What its columns prove as a whole; without it a row proves only what stands in itself. */
  facts?: SheetFacts
}

/** Which of the first two numbers of `11/01/1991` is the day. */
export type DayOrder = 'dayFirst' | 'monthFirst'

/** Of the cells of a column of days. */
export type DayFacts = {
  /** A cell that is a day in this order alone, by order. */
  proofs: Partial<Record<DayOrder, string>>
  /** Other cells are written with dots. */
  hasDots: boolean
}

export type SheetFacts = {
  /** By field. */
  days: ReadonlyMap<string, DayFacts>
  /** All postal codes of five digits. */
  plz: ReadonlySet<string>
}

/** `values`: corrections by field; they stand for the cell, '' for an empty one. */
export type SheetRow = {
  row: number
  cells: readonly Cell[]
  problem?: string | undefined
  values?: Readonly<Record<string, string>> | null | undefined
}

/** What the file does not say by itself, as the wire has it. */
export type Answers = {
  words: Readonly<Record<string, Readonly<Record<string, string>>>>
  empty: Readonly<Record<string, string>>
  choices: Readonly<Record<string, string>>
}

/** What the guild has named itself. */
export type Known = { honorLabels?: Partial<Record<HonorType, string>> }

/**
 * `field`: whose correction puts it right; null = the row as a whole.
 * `unlessStored`: only missing; no error, and with `bankingSepaAllowedDate` no question, when what the
 * row is about is stored already and has it.
 */
export type RowError = {
  field: string | null
  text: string
  unlessStored?: true
  /** What the cell may have meant, the likeliest first. */
  offers?: readonly string[]
}
export type RowNote = { field: string; text: string }
/**
 * A word that nobody knows; '' = for empty cells, and for a choice. Of a choice `about` is the field
 * whose cell waits for it, and `sample` what stands in that cell.
 */
export type OpenWord = {
  place: 'words' | 'empty' | 'choices'
  field: string
  word: string
  about?: string
  sample?: string
}

/** Left out = the file does not say: nothing is deleted by it. */
export type MemberValues = Partial<Pick<MemberFields, NameWith<{ imported: true | 'asItStands' }>>>

/** How other kinds name a member. */
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
  /** null = the guild itself has it ("Vereinshäs"), or nobody is named. */
  owner: PersonRef | null
  /** Not said: since today, unless they have it already. */
  ownedFrom?: Day
  ownedTo?: Day
  registeredSince?: Day
  registeredUntil?: Day
  comment?: string
}

export type HonorValues = { person: PersonRef; type?: HonorType; date?: Day; comment?: string }

export type DutyValues = { person: PersonRef; duty?: Duty; from?: Day; to?: Day; comment?: string }

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
  dateEnrolmentEnd?: Day
  isChildParade?: boolean
  comment?: string
}

/** `parade`: which one, as far as it is said. `column`: of a cross, where its heading stands. */
export type ParticipationValues = {
  person: PersonRef
  parade: { date?: Day; monthDay?: string; title?: string; column?: number }
  costumeType?: string
  costumeNumber?: string
  /** Not said: both are so. */
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
 * What a row says. One item as a rule; a row of crosses, or of a column per honor, holds as many as
 * cells are filled. With an error or an open word nothing of the row may be written.
 */
export type NormalisedRow<Kind extends SheetKind = SheetKind> = {
  row: number
  items: ValuesOf[Kind][]
  errors: RowError[]
  notes: RowNote[]
  open: OpenWord[]
  /** Choices of a whole column that it needed and that somebody has made. */
  chosen: OpenWord[]
}

export type ImportField = { field: string; label: string; required?: true }

export type Question = {
  question: string
  options: { value: string; label: string }[]
  /** What speaks for an answer, without proving it. */
  hint?: string
  /** The likeliest answer; somebody has to confirm it. */
  proposal?: string
}
