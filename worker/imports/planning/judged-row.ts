import type { ImportDecision } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import { factsOf } from '#worker/domain/import/facts.ts'
import type { NormalisedRow, OpenWord, Sheet, SheetKind } from '#worker/domain/import/types.ts'
import type { ImportQuestion, PreviewRow, Verdict } from '#worker/imports/imports.contract.ts'
import type { Insertion, RowChoice, Staged, Update } from '#worker/imports/plan.ts'
import type { AnswerForAll, Doubt } from './doubts.ts'

/** A row of the file with what it says, and what somebody said of it. */
export type Spoken<Kind extends SheetKind> = NormalisedRow<Kind> & { choice: RowChoice }

type Effect = Extract<Verdict, 'new' | 'changes' | 'same'>
type Candidate = PreviewRow['candidates'][number]

/** What becomes of a row. With an error or a question nothing of it is written. */
export type Judged = {
  row: number
  title: string
  decision: ImportDecision | null
  /** The words of it that are still asked. */
  open: OpenWord[]
  /** What it needed of a whole column, and what somebody has answered. */
  chosen: readonly OpenWord[]
  errors: PreviewRow['reasons']
  notes: PreviewRow['notes']
  /** Why it is asked: there are candidates. */
  doubts: string[]
  /** In what somebody may be meant, answered or not. */
  doubt: Doubt | null
  /** As all of its kind are answered. */
  ofAll: AnswerForAll | null
  candidates: Candidate[]
  effects: Effect[]
  fields: PreviewRow['fields']
  /** Whom or what it is about, for the hash of what was seen. */
  targets: string[]
}

export function judged({ row, choice, notes, chosen }: Spoken<SheetKind>, title: string): Judged {
  return {
    row,
    title,
    decision: choice.decision,
    open: [],
    chosen,
    errors: [],
    notes: [...notes],
    doubts: [],
    doubt: null,
    ofAll: null,
    candidates: [],
    effects: [],
    fields: [],
    targets: [],
  }
}

/**
 * What is wrong with a row by itself stands before all else.
 * @param isKnown what is missing and stored already is no fault
 */
export function blame(
  row: Judged,
  { errors, open }: Spoken<SheetKind>,
  isKnown: (field: string) => boolean = () => false,
): void {
  const missing = errors.filter(({ unlessStored }) => unlessStored)
  const known = missing.flatMap(({ field }) => (field !== null && isKnown(field) ? [field] : []))
  const isSettledBy = (field: string | null) => field !== null && known.includes(field)
  row.open = open.filter(({ place, field }) => place !== 'empty' || !isSettledBy(field))
  const reasons = errors
    .filter((one) => !(one.unlessStored && isSettledBy(one.field)))
    .map(({ field, text, offers }) => ({ field, text, ...(offers && { offers: [...offers] }) }))
  for (const { place, field, word } of row.open) {
    // A choice is of the column: there is nothing to put right in this cell.
    const cell = place === 'choices' ? null : field
    if (reasons.some((one) => one.field === cell)) continue
    const text = word
      ? `Was „${word}“ heißt, ist noch nicht gesagt.`
      : cell === null
        ? 'Oben ist dazu noch eine Frage offen.'
        : 'Hier fehlt noch eine Antwort.'
    reasons.push({ field: cell, text })
  }
  row.errors.unshift(...reasons)
}

/** Whether the row itself says all it has to, but for what may be stored already. */
export function isReadable({ errors, open }: Spoken<SheetKind>): boolean {
  return errors.every(({ unlessStored }) => unlessStored) && open.length === 0
}

/** Nothing stands against writing it. */
export function isSettled({ decision, errors, doubts }: Judged): boolean {
  return decision !== 'skip' && errors.length === 0 && doubts.length === 0
}

export function verdictOf(judged: Judged): Verdict {
  if (judged.decision === 'skip') return 'skipped'
  if (judged.errors.length > 0) return 'error'
  if (judged.doubts.length > 0) return 'duplicate'
  if (judged.effects.includes('new')) return 'new'
  return judged.effects.includes('changes') ? 'changes' : 'same'
}

/** What the rows of a kind come to. */
export type KindPlan = {
  rows: Judged[]
  insertions: Insertion[]
  updates: Update[]
  /** Beside those of the words that the rows leave open. */
  questions: ImportQuestion[]
}

const sheets = new WeakMap<Staged, Sheet>()

/** What the columns of a file prove is looked at once, and not for every row. */
export function sheetOf(staged: Staged, today: Day): Sheet {
  const known = sheets.get(staged)
  if (known) return known
  const { headings, mapping } = staged
  const facts = factsOf(mapping.columns, staged.rows, today)
  const sheet = { headings, columns: mapping.columns, facts }
  sheets.set(staged, sheet)
  return sheet
}

/** What the rows of a file have said of one and the same, by field. */
export type SaidBefore = ReadonlyMap<string, { row: number; value: unknown }>

/**
 * Two rows about the same may add to each other, and not contradict: nobody could say which is right.
 * @returns what is said now
 */
export function saidTogether(
  before: SaidBefore,
  said: object,
  row: Judged,
  columns: Sheet['columns'],
): SaidBefore {
  const together = new Map(before)
  for (const [field, value] of Object.entries(said)) {
    const first = before.get(field)
    if (!first) together.set(field, { row: row.row, value })
    else if (first.value !== value) {
      const cell = cellField(columns, field)
      const text = `In Zeile ${first.row} steht hier etwas anderes.`
      if (!row.errors.some((one) => one.field === cell)) row.errors.push({ field: cell, text })
    }
  }
  return together
}

/** The mapped column whose cell says a value: what is at fault is put right there. */
export function cellField(columns: Sheet['columns'], field: string): string {
  const sources = [field, ...(otherSources[field] ?? [])]
  return sources.find((source) => columns.includes(source)) ?? field
}

const otherSources: Record<string, readonly string[]> = {
  firstName: ['fullName'],
  lastName: ['fullName', 'organization'],
  maidenName: ['fullName', 'lastName'],
  addressStreet: ['streetAndNumber', 'wholeAddress'],
  addressNumber: ['streetAndNumber', 'wholeAddress'],
  addressPlz: ['plzAndTown', 'wholeAddress'],
  addressTown: ['plzAndTown', 'wholeAddress'],
  membershipState: ['dateDied', 'dateLeft'],
  dateLeft: ['dateDied'],
  from: ['period'],
  to: ['period'],
}
