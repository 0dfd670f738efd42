import type { FeeClaim } from '#worker/billing/billing.contract.ts'
import { germanDate } from '#worker/domain/dates.ts'
import { feeReference } from '#worker/domain/fee-letter-words.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { listName } from '#worker/domain/names.ts'
import { enteredByHand } from './by-hand.ts'
import type { Ledger, Part, Proposal } from './proposal.ts'
import type { StatementEntry } from './statement-entry.ts'

/** Money that came in: by the reference in its purpose, by its account, or by a name alone. */
export function matchTransfer(entry: StatementEntry, ledger: Ledger): Proposal {
  const found = byReference(entry, ledger) ??
    byAccount(entry, ledger) ??
    byName(entry, ledger) ?? { group: 'unmatched', entry, told: 'Keinem Beitrag zugeordnet' }
  const entered = enteredByHand(entry, payersOf(entry, ledger), ledger.byHand, ledger.taken)
  if (!entered) return found
  for (const booking of entered.bookings) ledger.taken.add(booking)
  const told = `Vielleicht schon von Hand eingetragen am ${germanDate(entered.day)}. Prüfe es.`
  return found.group === 'transfers'
    ? { ...found, isSure: false, told, beyondInCent: 0 }
    : { ...found, told }
}

/** Who may have paid it, whatever is open. */
function payersOf({ purpose, iban, name }: StatementEntry, { index }: Ledger): Set<number> {
  const meant = [
    ...referencesIn(purpose).flat().flatMap(index.byReference),
    ...index.byIban(iban),
    ...index.byName(name),
  ]
  return new Set(meant.map(({ payer }) => payer.id))
}

/** What is open of a claim once the lines before are booked. */
const openOf = ({ left }: Ledger, { id }: FeeClaim) => Math.max(0, left.get(id) ?? 0)

const sumOpen = (ledger: Ledger, claims: readonly FeeClaim[]) =>
  claims.reduce((sum, claim) => sum + openOf(ledger, claim), 0)

const isOpen = (ledger: Ledger) => (claim: FeeClaim) => openOf(ledger, claim) > 0

/** Oldest year first, as a debt is paid. */
export const byYear = (claims: readonly FeeClaim[]) =>
  claims.toSorted((one, other) => one.year - other.year || one.id - other.id)

// ── By the reference ───────────────────────────────────────────────────────────────────────

function byReference(entry: StatementEntry, ledger: Ledger): Proposal | null {
  const meant = referencesIn(entry.purpose).map((readings) => {
    const payers = readings.map(ledger.index.byReference)
    const known = payers.filter((claims) => claims.length > 0)
    const exact = known.find((claims) => sumOpen(ledger, claims) === entry.amountInCent)
    return exact ?? known.at(-1)
  })
  const claims = meant.find((found) => found !== undefined)
  const [first] = claims ?? []
  if (!claims || !first) return null
  const reference = feeReference(first.year, first.payer)
  const found = `Kennung ${reference}`
  const named = claims.filter(isOpen(ledger))
  const all = ledger.index.byPayer(first.payer.id).filter(isOpen(ledger))
  if (all.length === 0) {
    const told = `${reference}, ${listName(first.payer)}: nichts mehr offen. Prüfe, ob zweimal bezahlt wurde.`
    return { group: 'unmatched', entry, told }
  }
  if (named.length === 0) {
    const told = `${found}: dafür ist nichts mehr offen. Prüfe, ob zweimal bezahlt wurde.`
    return { ...paid({ entry, ledger, claims: all, found }), isSure: false, told, beyondInCent: 0 }
  }
  const ofYear = paid({ entry, ledger, claims: named, found })
  if (ofYear.isSure || entry.amountInCent < sumOpen(ledger, named)) return ofYear
  // A letter about several years has the reference of the newest.
  const until = all.filter(({ year }) => year <= first.year)
  const isUntil = sumOpen(ledger, until) === entry.amountInCent
  return oldestFirst({ entry, ledger, claims: isUntil ? until : all, found })
}

/**
 * "MB2027-4711" or "MB2027-ID12", with blanks anywhere and the dash or without; each in all of its readings,
 * that with the longest number last.
 */
function referencesIn(purpose: string): string[][] {
  const found = purpose.matchAll(/M\s*B\s*((?:\d\s*){4})[-–—]?\s*(I\s*D\s*)?(\d[\d\s]*)/gi)
  return [...found].map(([, year = '', isId, digits = '']) => {
    const groups = digits.trim().split(/\s+/)
    const numbers = groups.map((_, index) => Number(groups.slice(0, index + 1).join('')))
    return numbers.map((number) => `MB${year.replace(/\s/g, '')}-${isId ? 'ID' : ''}${number}`)
  })
}

// ── By the account ─────────────────────────────────────────────────────────────────────────

function byAccount(entry: StatementEntry, ledger: Ledger): Proposal | null {
  const claims = ledger.index.byIban(entry.iban).filter(isOpen(ledger))
  return claims.length > 0 ? paid({ entry, ledger, claims, found: 'Konto bekannt' }) : null
}

// ── By the name ────────────────────────────────────────────────────────────────────────────

function byName(entry: StatementEntry, ledger: Ledger): Proposal | null {
  const claims = ledger.index.byName(entry.name).filter(isOpen(ledger))
  if (claims.length === 0) return null
  return { ...paid({ entry, ledger, claims, found: 'Nur der Name passt' }), isSure: false }
}

// ── What it pays ───────────────────────────────────────────────────────────────────────────

type Paying = { entry: StatementEntry; ledger: Ledger; claims: readonly FeeClaim[]; found: string }
type Paid = Extract<Proposal, { group: 'transfers' }>

/** All of it, or one claim exactly: sure. Another sum goes to the oldest first and is told. */
function paid(paying: Paying): Paid {
  const { entry, ledger, claims, found } = paying
  const exact = claims.filter((claim) => openOf(ledger, claim) === entry.amountInCent)
  const [only] = exact
  if (only && exact.length === 1) {
    const parts = [{ claim: only, amountInCent: entry.amountInCent }]
    return { group: 'transfers', entry, isSure: true, told: found, parts, beyondInCent: 0 }
  }
  const inOrder = oldestFirst(paying)
  const several = 'der Betrag passt zu mehreren Beiträgen. Prüfe, welcher gemeint ist.'
  return exact.length > 1 ? { ...inOrder, told: `${found}, aber ${several}` } : inOrder
}

/** All of it: sure. Another sum is told. */
function oldestFirst({ entry, ledger, claims, found }: Paying): Paid {
  const { amountInCent } = entry
  const sum = sumOpen(ledger, claims)
  const isSure = sum === amountInCent
  const told = isSure ? found : `${found}, aber ${whatDiffers(amountInCent, sum)}`
  const parts = partsOf(amountInCent, byYear(claims), (claim) => openOf(ledger, claim))
  const beyondInCent = Math.max(0, amountInCent - sum)
  return { group: 'transfers', entry, isSure, told, parts, beyondInCent }
}

/** What lies beyond goes to the last one and is a credit there. */
export function partsOf(
  amountInCent: number,
  claims: readonly FeeClaim[],
  openOfClaim: (claim: FeeClaim) => number,
): Part[] {
  let rest = amountInCent
  const parts = claims.map((claim, index) => {
    const isLast = index === claims.length - 1
    const part = isLast ? rest : Math.min(rest, openOfClaim(claim))
    rest -= part
    return { claim, amountInCent: part }
  })
  return parts.filter((part) => part.amountInCent > 0)
}

export function whatDiffers(amountInCent: number, sum: number): string {
  return amountInCent < sum
    ? `offen sind ${germanEuro(sum)}: ${germanEuro(sum - amountInCent)} bleiben offen.`
    : `offen sind ${germanEuro(sum)}: ${germanEuro(amountInCent - sum)} werden Guthaben.`
}
