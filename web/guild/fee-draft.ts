import { optionalNumber, type Read, read, requiredEuro, rows } from '#web/lib/typed.ts'
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

/** A row as somebody writes it. */
export type FeeRowDraft = {
  state: FeeRule['state']
  ageFrom: string
  ageTo: string
  amount: string
}

/** The fees from one year on; `agreedTo` = what somebody agreed to leave without a row. */
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
 * The whole table as it is sent, the rows of other years first: what overlaps is said beside those
 * of this one. Whether it is acceptable is left to the server.
 */
export function readFees(
  draft: FeeTableDraft,
  others: readonly FeeRule[],
): Read<{ feeRules: FeeRule[] }> {
  const typed = read(draft, { validFrom: year, rows: rows(readRow) })
  if ('problems' in typed) return typed
  const { validFrom, rows: own } = typed.body
  const rules = own.map(({ amount, ...row }) => ({ ...row, validFrom, amountInCent: amount }))
  return { body: { feeRules: [...others, ...rules] } }
}

function readRow(row: FeeRowDraft) {
  return read(row, {
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

/** What can be said of a table before it is saved. */
export type FeesSeen = {
  /** The first year that it counts in, from this one on. */
  year: number
  feeRules: FeeRule[]
  /** What saving would refuse, by the place in the draft: `rows.1.ageFrom`. */
  problems: FieldMessages
  /** For whom there is no row, by the place beside which it is said: "Aktiv 18 bis 25". */
  gaps: FieldMessages
  /** "Aktiv 18 bis 25; Passiv"; '' = everybody has one. */
  without: string
}

/** null = it cannot be read yet. */
export function seeFees(
  draft: FeeTableDraft,
  others: readonly FeeRule[],
  thisYear: number,
): FeesSeen | null {
  const typed = readFees(draft, others)
  if ('problems' in typed) return null
  const { feeRules } = typed.body
  const from = Number(draft.validFrom)
  const year = Math.max(from, thisYear)
  const inForce = newestTable(feeRules, year)
  const refused = feeRuleProblems(feeRules)
  // What a newer table leaves out by now is not this one's, and rows that overlap leave out nobody yet.
  const isJudged = Object.keys(refused).length === 0 && (inForce === null || inForce <= from)
  const gaps = isJudged ? feeGaps(feeRules, inForce) : []
  const inDraft = (messages: FieldMessages) =>
    Object.fromEntries(
      Object.entries(messages).flatMap(([place, message]) => {
        const own = feePlaceOf(place, others.length)
        return own === null ? [] : [[own, message]]
      }),
    )
  return {
    year,
    feeRules,
    problems: inDraft(refused),
    gaps: inDraft(besideRows(gaps)),
    without: gaps.map(gapInWords).join('; '),
  }
}

function besideRows(gaps: readonly FeeGap[]): FieldMessages {
  return Object.fromEntries(
    gaps.flatMap((gap) => {
      const { beside } = gap
      return beside ? [[`feeRules.${beside.index}.${beside.field}`, gapInWords(gap)]] : []
    }),
  )
}

/**
 * The field that the server means by `feeRules.7.ageFrom`, of the rows that were sent last.
 * @param before how many rows of other years were sent before them
 */
export function feePlaceOf(place: string, before: number): string | null {
  const [, index, name = ''] = /^feeRules\.(\d+)\.(\w+)$/.exec(place) ?? []
  if (index === undefined || Number(index) < before) return null
  if (name === 'validFrom') return name
  return `rows.${Number(index) - before}.${name === 'amountInCent' ? 'amount' : name}`
}
