import {
  eachRow,
  optionalNumber,
  type ReadResult,
  readFields,
  requiredEuro,
} from '#web/lib/typed.ts'
import type { FieldMessages } from '#worker/domain/errors.ts'
import {
  type FeeGap,
  type FeeRule,
  feeGaps,
  feeRuleProblems,
  gapInWords,
  newestTable,
} from '#worker/domain/fees.ts'
import { germanEuro } from '#worker/domain/money.ts'

/** A row as typed. */
export type FeeRowDraft = {
  state: FeeRule['state']
  ageFrom: string
  ageTo: string
  amount: string
}

/** The fees from a year on; `agreedTo` holds the groups that the user has agreed to leave without a fee. */
export type FeeTableDraft = { validFrom: string; rows: FeeRowDraft[]; agreedTo: string }

export function feeDraftOf(validFrom: number, rules: readonly FeeRule[]): FeeTableDraft {
  return { validFrom: String(validFrom), rows: rules.map(rowDraftOf), agreedTo: '' }
}

function rowDraftOf({ state, ageFrom, ageTo, amountInCent }: FeeRule): FeeRowDraft {
  return {
    state,
    ageFrom: String(ageFrom),
    ageTo: ageTo === null ? '' : String(ageTo),
    amount: germanEuro(amountInCent).replace(/\s€$/u, ''),
  }
}

export const newFeeRow: FeeRowDraft = { state: 'Active', ageFrom: '', ageTo: '', amount: '' }

const notAnAge = 'Ein Alter ist eine ganze Zahl, zum Beispiel 18.'
const notAnAmount = 'Schreib den Betrag so: 20,00'

/**
 * The rules of all years, as they are sent. Rows of other years come first, so that overlaps are
 * reported at the edited rows. The server decides whether the rules are acceptable.
 */
export function readFees(
  draft: FeeTableDraft,
  others: readonly FeeRule[],
): ReadResult<{ feeRules: FeeRule[] }> {
  const typed = readFields(draft, { validFrom: year, rows: eachRow(readRow) })
  if ('problems' in typed) return typed
  const { validFrom, rows: own } = typed.body
  const rules = own.map(({ amount, ...row }) => ({ ...row, validFrom, amountInCent: amount }))
  return { body: { feeRules: [...others, ...rules] } }
}

function readRow(row: FeeRowDraft) {
  return readFields(row, {
    ageFrom: optionalNumber(0, notAnAge),
    ageTo: optionalNumber(null, notAnAge),
    amount: requiredEuro(notAnAmount, notAnAmount),
  })
}

function year(typed: string) {
  return /^\d{4}$/.test(typed.trim())
    ? { value: Number(typed) }
    : { problem: 'Das ist kein Jahr. Schreib es so: 2027' }
}

/** The evaluation of a table before it is saved. */
export type FeeTableEvaluation = {
  /** The first year in which the table applies, from the current one on. */
  year: number
  feeRules: FeeRule[]
  /** Errors that saving would report, keyed like `rows.1.ageFrom`. */
  problems: FieldMessages
  /** Groups without a row, keyed by the field where they are shown: "Aktiv 18 bis 25". */
  gaps: FieldMessages
  /** "Aktiv 18 bis 25; Passiv"; '' when every group has a fee. */
  without: string
}

/** Evaluates the typed table with the rules of other years; null while the input is unreadable. */
export function evaluateFees(
  draft: FeeTableDraft,
  others: readonly FeeRule[],
  thisYear: number,
): FeeTableEvaluation | null {
  const typed = readFees(draft, others)
  if ('problems' in typed) return null
  const { feeRules } = typed.body
  const from = Number(draft.validFrom)
  const year = Math.max(from, thisYear)
  const inForce = newestTable(feeRules, year)
  const refused = feeRuleProblems(feeRules)
  // Gaps are judged only without errors, and only for a table that is not replaced by a newer one.
  const isJudged = Object.keys(refused).length === 0 && (inForce === null || inForce <= from)
  const gaps = isJudged ? feeGaps(feeRules, inForce) : []
  const toDraftFields = (messages: FieldMessages) =>
    Object.fromEntries(
      Object.entries(messages).flatMap(([place, message]) => {
        const own = feeFieldOf(place, others.length)
        return own === null ? [] : [[own, message]]
      }),
    )
  return {
    year,
    feeRules,
    problems: toDraftFields(refused),
    gaps: toDraftFields(gapMessages(gaps)),
    without: gaps.map(gapInWords).join('; '),
  }
}

function gapMessages(gaps: readonly FeeGap[]): FieldMessages {
  return Object.fromEntries(
    gaps.flatMap((gap) => {
      const { beside } = gap
      return beside ? [[`feeRules.${beside.index}.${beside.field}`, gapInWords(gap)]] : []
    }),
  )
}

/**
 * Maps the server's `feeRules.7.ageFrom` to the field of the edited table; null for other years.
 * @param before the number of rows of other years, which are sent first
 */
export function feeFieldOf(place: string, before: number): string | null {
  const [, index, name = ''] = /^feeRules\.(\d+)\.(\w+)$/.exec(place) ?? []
  if (index === undefined || Number(index) < before) return null
  if (name === 'validFrom') return name
  return `rows.${Number(index) - before}.${name === 'amountInCent' ? 'amount' : name}`
}
