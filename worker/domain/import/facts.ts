import type { Day } from '#worker/domain/dates.ts'
import { daysInOrders } from './days.ts'
import type { DayFacts, DayOrder, Sheet, SheetFacts, SheetRow } from './types.ts'

const dayFields = new Set([
  'birthday',
  'dateJoined',
  'dateLeft',
  'dateDied',
  'bankingSepaAllowedDate',
  'paradesBeforeUntil',
  'ownedFrom',
  'ownedTo',
  'registeredSince',
  'registeredUntil',
  'date',
  'from',
  'to',
  'period',
  'dateEnrolmentStart',
  'dateEnrolmentEnd',
])
const plzFields = ['addressPlz', 'plzAndTown', 'wholeAddress', 'addressTown', 'hostPlz']

const isOfDays = (field: string) => dayFields.has(field) || field.startsWith('honor:')

/** What the cells of each column prove about dates and postal codes. */
export function factsOf(
  columns: Sheet['columns'],
  rows: readonly Pick<SheetRow, 'cells'>[],
  today: Day,
): SheetFacts {
  const days = new Map<string, DayFacts>()
  const plz = new Set<string>()
  columns.forEach((field, column) => {
    if (field === null) return
    const texts = () =>
      rows.flatMap(({ cells }) => {
        const cell = cells[column]
        return typeof cell === 'string' || typeof cell === 'number' ? [String(cell)] : []
      })
    if (isOfDays(field)) days.set(field, dayFactsOf(texts(), today))
    if (!plzFields.includes(field)) return
    for (const text of texts()) {
      for (const [five] of text.matchAll(/(?<!\d)\d{5}(?!\d)/g)) plz.add(five)
    }
  })
  return { days, plz }
}

function dayFactsOf(texts: readonly string[], today: Day): DayFacts {
  const facts: DayFacts = { proofs: {}, hasDots: false }
  for (const text of texts) {
    if (/\d\.\s?\d{1,2}\.\s?\d/.test(text)) facts.hasDots = true
    for (const { typed, dayFirst, monthFirst } of daysInOrders(text, today)) {
      if (dayFirst && !monthFirst) facts.proofs.dayFirst ??= typed
      if (monthFirst && !dayFirst) facts.proofs.monthFirst ??= typed
    }
  }
  return facts
}

/**
 * The order of day and month that the cells of a column prove; null when there is no proof or they
 * contradict each other. Dates with dots in the same column are taken as proof for the day first.
 */
export function provenOrder({ proofs, hasDots }: DayFacts): DayOrder | null {
  const { dayFirst, monthFirst } = proofs
  if (dayFirst !== undefined) return monthFirst === undefined ? 'dayFirst' : null
  if (monthFirst !== undefined) return 'monthFirst'
  return hasDots ? 'dayFirst' : null
}

/**
 * The order of day and month to propose for a column, because cells of other columns prove it; `other` is
 * the first of these columns, `proof` its cell. Null when they prove none or both orders, or when the cells
 * of the column itself prove both.
 */
export function likelyOrder(
  { days }: SheetFacts,
  field: string,
): { order: DayOrder; other: string; proof: string } | null {
  const own = days.get(field)?.proofs
  if (own?.dayFirst !== undefined && own.monthFirst !== undefined) return null
  const others = [...days].flatMap(([other, facts]) => {
    const order = other === field ? null : provenOrder(facts)
    const proof = order && facts.proofs[order]
    return order && proof ? [{ order, other, proof }] : []
  })
  const [first] = others
  return first && others.every(({ order }) => order === first.order) ? first : null
}
