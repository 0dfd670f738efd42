import { optionalNumber, type Read, read, requiredEuro, rows } from '#web/lib/typed.ts'
import type { FeeRule } from '#worker/domain/fees.ts'
import { germanEuro } from '#worker/domain/money.ts'

/** A row as somebody writes it. */
export type FeeRowDraft = {
  state: FeeRule['state']
  ageFrom: string
  ageTo: string
  amount: string
}

/** The fees from one year on. */
export type FeeTableDraft = { validFrom: string; rows: FeeRowDraft[] }

export function feeDraftOf(validFrom: number, rules: readonly FeeRule[]): FeeTableDraft {
  return { validFrom: String(validFrom), rows: rules.map(rowDraftOf) }
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
