import type { FieldMessages } from '#worker/domain/errors.ts'
import type { FeeRule } from '#worker/domain/fees.ts'
import { germanEuro, parseTypedEuro } from '#worker/domain/money.ts'

/** A row as somebody writes it; `key` tells rows apart while some come and go. */
export type FeeRowDraft = {
  key: number
  state: FeeRule['state']
  ageFrom: string
  ageTo: string
  amount: string
}

/** The fees from one year on. */
export type FeeTableDraft = { validFrom: string; rows: readonly FeeRowDraft[] }

export function feeDraftOf(validFrom: number, rules: readonly FeeRule[]): FeeTableDraft {
  return { validFrom: String(validFrom), rows: rules.map(rowDraftOf) }
}

function rowDraftOf({ state, ageFrom, ageTo, amountInCent }: FeeRule, key: number): FeeRowDraft {
  return {
    key,
    state,
    ageFrom: String(ageFrom),
    ageTo: ageTo === null ? '' : String(ageTo),
    amount: germanEuro(amountInCent).replace(/\s€$/u, ''),
  }
}

export function newFeeRow(rows: readonly FeeRowDraft[]): FeeRowDraft {
  const key = Math.max(-1, ...rows.map((row) => row.key)) + 1
  return { key, state: 'Active', ageFrom: '', ageTo: '', amount: '' }
}

/** Problems stand under `validFrom` and, for the third row, under `2.amountInCent`. */
type Read = { rules: FeeRule[] } | { problems: FieldMessages }

/** What can be sent; whether it is acceptable is left to the server. */
export function readFees({ validFrom, rows }: FeeTableDraft): Read {
  const problems: FieldMessages = {}
  const year = /^\d{4}$/.test(validFrom.trim()) ? Number(validFrom) : null
  if (year === null) problems.validFrom = 'Das ist kein Jahr. Schreib es so: 2027'
  const rules = rows.map((row, index): FeeRule => {
    const ageFrom = readAge(row.ageFrom)
    const ageTo = readAge(row.ageTo)
    const amountInCent = parseTypedEuro(row.amount)
    if (Number.isNaN(ageFrom)) problems[`${index}.ageFrom`] = notAnAge
    if (Number.isNaN(ageTo)) problems[`${index}.ageTo`] = notAnAge
    if (amountInCent === null) problems[`${index}.amountInCent`] = notAnAmount
    return {
      validFrom: year ?? 0,
      state: row.state,
      ageFrom: ageFrom ?? 0,
      ageTo,
      amountInCent: amountInCent ?? 0,
    }
  })
  return Object.keys(problems).length > 0 ? { problems } : { rules }
}

const notAnAge = 'Ein Alter ist eine ganze Zahl, zum Beispiel 18.'
const notAnAmount = 'Schreib den Betrag so: 20,00'

/** null = left open, NaN = no age. */
function readAge(typed: string): number | null {
  const text = typed.trim()
  if (text === '') return null
  return /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN
}

/**
 * What the server says of `feeRules.7.ageFrom` and its like, of the rows that were sent last.
 * @param before how many rows of other years were sent before them
 */
export function feeProblemsOf(fields: FieldMessages, before: number): FieldMessages {
  const problems: FieldMessages = {}
  for (const [place, message] of Object.entries(fields)) {
    const [, index, name = ''] = /^feeRules\.(\d+)\.(\w+)$/.exec(place) ?? []
    if (index === undefined || Number(index) < before) continue
    problems[name === 'validFrom' ? name : `${Number(index) - before}.${name}`] = message
  }
  return problems
}
