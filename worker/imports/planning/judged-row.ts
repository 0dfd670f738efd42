import type { ImportDecision } from '#worker/domain/codes.ts'
import { isSameValue } from '#worker/domain/conflicts.ts'
import type { Day } from '#worker/domain/dates.ts'
import { factsOf } from '#worker/domain/import/facts.ts'
import type { NormalisedRow, OpenWord, Sheet, SheetKind } from '#worker/domain/import/types.ts'
import type { ImportQuestion, PreviewRow, Verdict } from '#worker/imports/imports.contract.ts'
import type { Insertion, RowChoice, Staged, Update } from '#worker/imports/plan.ts'
import type { AnswerForAll, Doubt } from './doubts.ts'

/** A normalised row of the file with the user's choice for it. */
export type InputRow<Kind extends SheetKind> = NormalisedRow<Kind> & { choice: RowChoice }

type Effect = Extract<Verdict, 'new' | 'changes' | 'same'>
type Candidate = PreviewRow['candidates'][number]

/** The judgement of a row. A row with an error or an open question is not written. */
export type Judged = {
  row: number
  title: string
  decision: ImportDecision | null
  /** Words of the row whose meaning is still to be answered. */
  open: OpenWord[]
  /** The answered choices for whole columns that the row depends on. */
  chosen: readonly OpenWord[]
  errors: PreviewRow['reasons']
  notes: PreviewRow['notes']
  /** German reasons for asking whether one of the candidates is meant. */
  doubts: string[]
  /** The kind of doubt about the person, answered or not. */
  doubt: Doubt | null
  /** The answer that was given for all rows with the same doubt; null = none. */
  ofAll: AnswerForAll | null
  candidates: Candidate[]
  effects: Effect[]
  fields: PreviewRow['fields']
  /** Keys of the row's subjects, for the hash of the preview. */
  targets: string[]
}

export function judged({ row, choice, notes, chosen }: InputRow<SheetKind>, title: string): Judged {
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
 * Adds the errors of the row itself, which come before all others.
 * @param isKnown whether a field that is missing in the row is stored already, which is no error
 */
export function addRowErrors(
  row: Judged,
  { errors, open }: InputRow<SheetKind>,
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
    // A choice concerns a whole column, so no cell of the row can be corrected.
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

/** Whether the row itself is complete, apart from fields that may be stored already. */
export function isReadable({ errors, open }: InputRow<SheetKind>): boolean {
  return errors.every(({ unlessStored }) => unlessStored) && open.length === 0
}

/** Whether the row can be written. */
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

/** The result of planning the rows of a kind. */
export type KindPlan = {
  rows: Judged[]
  insertions: Insertion[]
  updates: Update[]
  /** Questions other than those about unknown words. */
  questions: ImportQuestion[]
}

const sheets = new WeakMap<Staged, Sheet>()

/** Analyses the columns once per file instead of once per row. */
export function sheetOf(staged: Staged, today: Day): Sheet {
  const known = sheets.get(staged)
  if (known) return known
  const { headings, mapping } = staged
  const facts = factsOf(mapping.columns, staged.rows, today)
  const sheet = { headings, columns: mapping.columns, facts }
  sheets.set(staged, sheet)
  return sheet
}

/** The values that earlier rows gave for the same subject, by field. */
export type ValuesByField = ReadonlyMap<string, { row: number; value: unknown }>

/**
 * Rows about the same subject may complement but not contradict each other.
 * @returns the values including this row's
 */
export function mergeValues(
  before: ValuesByField,
  values: object,
  row: Judged,
  columns: Sheet['columns'],
): ValuesByField {
  const together = new Map(before)
  for (const [field, value] of Object.entries(values)) {
    const first = before.get(field)
    if (!first) together.set(field, { row: row.row, value })
    else if (!isSameValue(first.value, value)) {
      const cell = cellField(columns, field)
      const text = `In Zeile ${first.row} steht hier etwas anderes.`
      if (!row.errors.some((one) => one.field === cell)) row.errors.push({ field: cell, text })
    }
  }
  return together
}

/** The mapped column that contains a field's value, where the user corrects it. */
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
  timeStart: ['date'],
  timeEnrolmentStart: ['dateEnrolmentStart'],
  timeEnrolmentEnd: ['dateEnrolmentEnd'],
  to: ['period'],
}
