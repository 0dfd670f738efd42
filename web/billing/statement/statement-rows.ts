import type { BookingBody } from '#web/data/billing.ts'
import { notAnAmount } from '#web/lib/typed.ts'
import type { FeeClaim } from '#worker/billing/billing.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import { germanEuro, parseTypedEuro } from '#worker/domain/money.ts'
import { type Debit, debitedAmount } from './debits.ts'
import { differenceText, splitPayment } from './match-transfer.ts'
import type { Proposal } from './proposal.ts'

/** The user's change to a proposal. */
export type ProposalChange = {
  isTicked?: boolean
  /** The bank charge as typed. */
  charge?: string
  /** The claims chosen by hand; null when none is chosen yet. */
  claims?: readonly FeeClaim[] | null
}

/** A line with the booking that it would become. */
export type Row = {
  /** The group of the first proposal; it decides where the row is shown. */
  group: Proposal['group']
  proposal: Proposal
  isTicked: boolean
  charge: string
  /** Why a ticked line cannot be booked. */
  problem: string | null
  /** A conflict with lines ticked before; a line with one is ticked only by hand. */
  warning: string | null
}

export type ProposalChanges = Readonly<Record<string, ProposalChange>>

/** The open amount of each claim in cents. */
export type OpenAmounts = ReadonlyMap<number, number>

type Deciding = { choices: ProposalChanges; claims: readonly FeeClaim[]; passOnCharge: boolean }

/**
 * The lines, each computed with the amounts that the ticked lines before it leave open, and the
 * amounts that stay open after all of them.
 */
export function rowsOf(
  proposals: readonly Proposal[],
  { choices, claims, passOnCharge }: Deciding,
): { rows: Row[]; left: OpenAmounts } {
  const left = new Map(claims.map(({ id, openInCent }) => [id, openInCent]))
  const returned = new Set<Debit>()
  const rows = proposals.map((found) => {
    const row = rowOf(found, choices[found.entry.key] ?? {}, left, returned)
    if (!row.isTicked) return row
    if (row.proposal.group === 'returns') returned.add(row.proposal.debit)
    for (const [id, cents] of changesOf(row, passOnCharge)) {
      left.set(id, (left.get(id) ?? 0) + cents)
    }
    return row
  })
  return { rows, left }
}

function rowOf(
  found: Proposal,
  choice: ProposalChange,
  left: OpenAmounts,
  returned: ReadonlySet<Debit>,
): Row {
  const proposal = withClaims(found, choice, left)
  const chargeInCent = proposal.group === 'returns' ? proposal.chargeInCent : 0
  const charge = choice.charge ?? typedOf(chargeInCent)
  const warning = warningOf(proposal, left, returned)
  const isProposed = 'isSure' in proposal && proposal.isSure && warning === null
  return {
    group: found.group,
    proposal,
    isTicked: 'isSure' in proposal && (choice.isTicked ?? isProposed),
    charge,
    problem: charge.trim() !== '' && parseTypedEuro(charge) === null ? notAnAmount : null,
    warning,
  }
}

export const openAmountOf = (left: OpenAmounts, { id }: FeeClaim) => Math.max(0, left.get(id) ?? 0)

function withClaims(found: Proposal, { claims }: ProposalChange, left: OpenAmounts): Proposal {
  if (!claims || (found.group !== 'transfers' && found.group !== 'unmatched')) return found
  const { entry } = found
  const { amountInCent } = entry
  const sum = claims.reduce((total, claim) => total + openAmountOf(left, claim), 0)
  const byHand = 'Von Hand zugeordnet'
  return {
    group: 'transfers',
    entry,
    isSure: true,
    note: sum === amountInCent ? byHand : `${byHand}, aber ${differenceText(amountInCent, sum)}`,
    parts: splitPayment(amountInCent, claims, (claim) => openAmountOf(left, claim)),
    beyondInCent: Math.max(0, amountInCent - sum),
  }
}

function warningOf(
  proposal: Proposal,
  left: OpenAmounts,
  returned: ReadonlySet<Debit>,
): string | null {
  if (proposal.group === 'returns') {
    return returned.has(proposal.debit) ? 'Diese Lastschrift ist weiter oben schon angehakt.' : null
  }
  if (proposal.group !== 'transfers') return null
  const { entry, parts, beyondInCent } = proposal
  const beyond = parts.reduce(
    (sum, { claim, amountInCent }) => sum + Math.max(0, amountInCent - openAmountOf(left, claim)),
    0,
  )
  if (beyond <= beyondInCent) return null
  const open = entry.amountInCent - beyond
  const known = open > 0 ? `Offen sind hier nur ${germanEuro(open)}` : 'Hier ist nichts offen'
  return `${known}: ${germanEuro(beyond)} werden Guthaben.`
}

/** How a ticked line changes the open amounts. */
function changesOf(
  { proposal, charge }: Row,
  passOnCharge: boolean,
): [id: number, cents: number][] {
  switch (proposal.group) {
    case 'returns': {
      const { debit } = proposal
      const debited = debit.claims.map((claim): [number, number] => [
        claim.id,
        debitedAmount(claim, debit),
      ])
      const chargeInCent = passOnCharge ? (parseTypedEuro(charge) ?? 0) : 0
      return [...debited, [Math.min(...debit.claims.map(({ id }) => id)), chargeInCent]]
    }
    case 'transfers':
      return proposal.parts.map(({ claim, amountInCent }) => [claim.id, -amountInCent])
    case 'credits':
    case 'unmatched':
    case 'done':
    case 'foreign':
      return []
  }
}

/** The open amounts as if the line were not ticked: what its payment can be distributed to. */
export function openAmountsWithout({ proposal, isTicked }: Row, left: OpenAmounts): OpenAmounts {
  if (!isTicked || proposal.group !== 'transfers') return left
  const own = proposal.parts.map(
    ({ claim, amountInCent }) => [claim.id, (left.get(claim.id) ?? 0) + amountInCent] as const,
  )
  return new Map([...left, ...own])
}

const typedOf = (cents: number) =>
  cents === 0 ? '' : `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`

/** The request. `key` is the line's: errors name a booking by its index, and are shown at the line. */
export type BookingRequest = {
  bookings: { key: string; booking: BookingBody }[]
  credits: { id: number; day: Day }[]
}

export function bookingsOf(rows: readonly Row[], passOnCharge: boolean): BookingRequest {
  const booked: BookingRequest = { bookings: [], credits: [] }
  for (const { proposal, isTicked, charge } of rows) {
    if (!isTicked || !('isSure' in proposal)) continue
    const { key, day } = proposal.entry
    if (proposal.group === 'credits') booked.credits.push({ id: proposal.run.id, day })
    if (proposal.group === 'returns') {
      booked.bookings.push({ key, booking: returnOf(proposal, charge, passOnCharge) })
    }
    if (proposal.group === 'transfers') {
      for (const { claim, amountInCent } of proposal.parts) {
        const paid = { claimId: claim.id, amountInCent, day, bankKey: key }
        booked.bookings.push({ key, booking: { kind: 'paid', method: 'transfer', ...paid } })
      }
    }
  }
  return booked
}

type Return = Extract<Proposal, { group: 'returns' }>

/** The booking of a return, on one claim only: the server books it on every claim of the debit. */
function returnOf({ entry, debit }: Return, charge: string, passOnCharge: boolean): BookingBody {
  const chargeInCent = parseTypedEuro(charge) ?? 0
  return {
    kind: 'returned',
    claimId: debit.claims[0]?.id ?? 0,
    endToEndId: debit.endToEndId,
    amountInCent: debit.sumInCent,
    day: entry.day,
    bankKey: entry.key,
    ...(entry.reasonCode && { reasonCode: entry.reasonCode }),
    ...(chargeInCent > 0 && { bankChargeInCent: chargeInCent, passOnCharge }),
  }
}
