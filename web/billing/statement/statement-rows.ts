import type { BookingOf } from '#web/data/billing.ts'
import { notAnAmount } from '#web/lib/typed.ts'
import type { FeeClaim } from '#worker/billing/billing.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import { parseTypedEuro } from '#worker/domain/money.ts'
import { partsOf } from './match-transfer.ts'
import type { Proposal } from './proposal.ts'

/** What somebody has decided otherwise than proposed. */
export type Choice = {
  isTicked?: boolean
  /** As it was typed. */
  charge?: string
  /** What a payment pays, chosen by hand; null = nobody has to pay it. */
  claims?: readonly FeeClaim[] | null
}

/** A line with what would be booked of it. */
export type Row = {
  /** Where it stands: what was found for it at first. */
  group: Proposal['group']
  proposal: Proposal
  isTicked: boolean
  charge: string
  problem: string | null
}

export type Choices = Readonly<Record<string, Choice>>

export function rowOf(found: Proposal, choice: Choice = {}): Row {
  const proposal = withClaims(found, choice)
  const chargeInCent = proposal.group === 'returns' ? proposal.chargeInCent : 0
  const charge = choice.charge ?? typedOf(chargeInCent)
  const canTick = 'isSure' in proposal
  return {
    group: found.group,
    proposal,
    isTicked: canTick && (choice.isTicked ?? proposal.isSure),
    charge,
    problem: charge.trim() !== '' && parseTypedEuro(charge) === null ? notAnAmount : null,
  }
}

function withClaims(found: Proposal, { claims }: Choice): Proposal {
  if (!claims || (found.group !== 'transfers' && found.group !== 'unmatched')) return found
  const { entry } = found
  const parts = partsOf(entry.amountInCent, claims, ({ openInCent }) => Math.max(0, openInCent))
  return { group: 'transfers', entry, isSure: true, told: 'Von Hand zugeordnet', parts }
}

const typedOf = (cents: number) =>
  cents === 0 ? '' : `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`

/** What is sent, each with the key of its line: a refusal names a booking by its place. */
export type Booked = {
  bookings: { key: string; booking: BookingOf }[]
  credits: { id: number; day: Day }[]
}

export function bookingsOf(rows: readonly Row[], passOnCharge: boolean): Booked {
  const booked: Booked = { bookings: [], credits: [] }
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

/** One of its claims stands for the whole debit: the server books every one. */
function returnOf({ entry, debit }: Return, charge: string, passOnCharge: boolean): BookingOf {
  const chargeInCent = parseTypedEuro(charge) ?? 0
  return {
    kind: 'returned',
    claimId: debit.claims[0]?.id ?? 0,
    amountInCent: debit.sumInCent,
    day: entry.day,
    bankKey: entry.key,
    ...(entry.reasonCode && { reasonCode: entry.reasonCode }),
    ...(chargeInCent > 0 && { bankChargeInCent: chargeInCent, passOnCharge }),
  }
}
