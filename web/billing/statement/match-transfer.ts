import type { FeeClaim } from '#worker/billing/billing.contract.ts'
import { feeReference } from '#worker/domain/fee-letter-words.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { listName } from '#worker/domain/names.ts'
import type { Ledger, Part, Proposal } from './proposal.ts'
import type { StatementEntry } from './statement-entry.ts'

/** Money that came in: by the reference in its purpose, by its account, or by a name alone. */
export function matchTransfer(entry: StatementEntry, ledger: Ledger): Proposal {
  return (
    byReference(entry, ledger) ??
    byAccount(entry, ledger) ??
    byName(entry, ledger) ?? { group: 'unmatched', entry, told: 'Keinem Beitrag zugeordnet' }
  )
}

/** What is open of a claim once the lines before are booked. */
const openOf = ({ left }: Ledger, { id }: FeeClaim) => Math.max(0, left.get(id) ?? 0)

const sumOpen = (ledger: Ledger, claims: readonly FeeClaim[]) =>
  claims.reduce((sum, claim) => sum + openOf(ledger, claim), 0)

const isOpen = (ledger: Ledger) => (claim: FeeClaim) => openOf(ledger, claim) > 0

/** Oldest year first, as a debt is paid. */
const byYear = (claims: readonly FeeClaim[]) =>
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
  const open = claims.filter(isOpen(ledger))
  if (open.length > 0) return paid({ entry, ledger, claims: open, found: `Kennung ${reference}` })
  const told = `${reference}, ${listName(first.payer)}: nichts mehr offen. Prüfe, ob zweimal bezahlt wurde.`
  return { group: 'unmatched', entry, told }
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
function paid({ entry, ledger, claims, found }: Paying): Paid {
  const open = byYear(claims)
  const sum = sumOpen(ledger, open)
  const exact = open.filter((claim) => openOf(ledger, claim) === entry.amountInCent)
  const isAll = sum === entry.amountInCent
  const meant = !isAll && exact.length === 1 ? exact : open
  const parts = partsOf(entry.amountInCent, meant, (claim) => openOf(ledger, claim))
  const isSure = isAll || exact.length === 1
  const told = isSure
    ? found
    : `${found}, aber ${whatDiffers(entry.amountInCent, sum, exact.length)}`
  return { group: 'transfers', entry, isSure, told, parts }
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

function whatDiffers(amountInCent: number, sum: number, exact: number): string {
  if (exact > 1) return 'der Betrag passt zu mehreren Beiträgen. Prüfe, welcher gemeint ist.'
  return amountInCent < sum
    ? `offen sind ${germanEuro(sum)}: ${germanEuro(sum - amountInCent)} bleiben offen.`
    : `offen sind ${germanEuro(sum)}: ${germanEuro(amountInCent - sum)} werden Guthaben.`
}
