import type { FeeClaim, FeeRunSummary } from '#worker/billing/billing.contract.ts'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import { bookedBefore } from './booked-before.ts'
import { byHandIn } from './by-hand.ts'
import { indexClaims } from './claim-index.ts'
import { debitedOf, debitsOf } from './debits.ts'
import { matchCollections } from './match-collections.ts'
import { matchReturn } from './match-return.ts'
import { matchTransfer } from './match-transfer.ts'
import type { Ledger, Proposal } from './proposal.ts'
import type { StatementEntry } from './statement-entry.ts'

/** What the server knows of claims and files. */
export type Known = { claims: readonly FeeClaim[]; runs: readonly FeeRunSummary[] }

type Matching = Known & { today: Day }

/**
 * For each line what could be booked (docs/rules.md, "Kontoauszug"), in their order, oldest first: a debit
 * that came back is open for the transfer a week later.
 */
export function matchEntries(entries: readonly StatementEntry[], known: Matching): Proposal[] {
  const ledger: Ledger = {
    index: indexClaims(known.claims),
    runs: new Map(known.runs.map((run) => [run.id, run])),
    debits: debitsOf(known.claims),
    left: new Map(known.claims.map(({ id, openInCent }) => [id, openInCent])),
    returned: new Set(),
    byHand: byHandIn(known.claims),
    taken: new Set(),
  }
  const booked = bookedBefore(entries, known.claims)
  const collections = matchCollections(entries, ledger)
  return entries.flatMap((entry): Proposal[] => {
    const told = booked.get(entry)
    if (told !== undefined) return [{ group: 'done', entry, told }]
    const collection = collections.get(entry)
    if (collection === 'counted') return []
    const found =
      collection ??
      (entry.side === 'in' ? matchIncoming(entry, ledger) : matchReturn(entry, ledger))
    const proposal = inTime(found, known.today)
    note(proposal, ledger)
    return [proposal]
  })
}

function matchIncoming(entry: StatementEntry, ledger: Ledger): Proposal {
  if (!entry.isReturn) return matchTransfer(entry, ledger)
  return { group: 'unmatched', entry, told: 'Eine Zahlung der Zunft, die zurückgekommen ist' }
}

/** The server books no day that is still to come. */
function inTime(proposal: Proposal, today: Day): Proposal {
  const { entry, group, told } = proposal
  if (entry.day <= today || group === 'done' || group === 'foreign') return proposal
  const day = germanDate(entry.day)
  const later = { told: `Die Bank bucht erst am ${day}: Hake es an diesem Tag an. ${told}` }
  return 'isSure' in proposal ? { ...proposal, ...later, isSure: false } : { ...proposal, ...later }
}

function note(proposal: Proposal, { left, returned }: Ledger): void {
  if (!('isSure' in proposal) || !proposal.isSure) return
  const add = (id: number, cents: number) => left.set(id, (left.get(id) ?? 0) + cents)
  if (proposal.group === 'returns') {
    returned.add(proposal.debit)
    for (const claim of proposal.debit.claims) add(claim.id, debitedOf(claim, proposal.debit))
  }
  if (proposal.group === 'transfers') {
    for (const { claim, amountInCent } of proposal.parts) add(claim.id, -amountInCent)
  }
}
