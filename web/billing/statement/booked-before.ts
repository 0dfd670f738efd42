import type { FeeClaim } from '#worker/billing/billing.contract.ts'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import { liveBookings } from '#worker/domain/fee-ledger.ts'
import type { StatementEntry } from './statement-entry.ts'

/** A key that a booking stands under; one with the bank's references has them behind colons. */
type Standing = { key: string; alike: string; references: readonly string[]; day: Day }

/**
 * The lines that are booked already, each with what is told of it. Among lines that are alike the bank's own
 * reference tells them apart. A file without it, or a booking of the time when it was no part of the key, is any
 * of them: booked once, it is one of them that counts as booked.
 */
export function bookedBefore(
  entries: readonly StatementEntry[],
  claims: readonly FeeClaim[],
): Map<StatementEntry, string> {
  const standing = standingKeys(claims)
  const plain = new Map(standing.map((one) => [one.key, one]))
  const ofAlike = Map.groupBy(standing, ({ alike }) => alike)
  const found = new Map<StatementEntry, string>()
  for (const [alike, lines] of Map.groupBy(entries, (entry) => entry.alike)) {
    const inGroup = [
      ...lines.flatMap(({ plainKey }) => plain.get(plainKey) ?? []),
      ...(ofAlike.get(alike) ?? []).filter(({ references }) => references.length > 0),
    ]
    const left = new Set(inGroup)
    const take = (entry: StatementEntry, isIt: (one: Standing) => boolean, more = '') => {
      if (found.has(entry)) return
      const one = [...left].find(isIt)
      if (!one) return
      left.delete(one)
      found.set(entry, `Schon gebucht am ${germanDate(one.day)}${more}`)
    }
    for (const entry of lines) {
      const own = referencesOf(entry.key)
      take(entry, ({ key, references }) => {
        return key === entry.key || references.some((one) => own.includes(one))
      })
    }
    const unsure = '. Gleich sind Tag, Betrag, Name und Zweck; die Nummer der Bank fehlt.'
    for (const entry of lines) {
      const isNamed = referencesOf(entry.key).length > 0
      take(entry, ({ references }) => (references.length === 0) === isNamed, unsure)
    }
  }
  return found
}

function standingKeys(claims: readonly FeeClaim[]): Standing[] {
  const keys = new Map<string, Standing>()
  for (const { bankKey, day } of claims.flatMap(({ bookings }) => liveBookings(bookings))) {
    if (bankKey === null) continue
    const [alike = ''] = bankKey.split(':', 1)
    keys.set(bankKey, { key: bankKey, alike, references: referencesOf(bankKey), day })
  }
  return [...keys.values()]
}

const referencesOf = (key: string) => key.split(':').slice(1)
