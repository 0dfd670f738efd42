import type { FeeClaim, FeeRunSummary } from '#worker/billing/billing.contract.ts'
import { addDays, type Day, germanDate } from '#worker/domain/dates.ts'
import { liveBookings } from '#worker/domain/fee-ledger.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { manualTransfersOf } from './by-hand.ts'
import { indexClaims } from './claim-index.ts'
import { debitedAmount, debitsOf, plainReference } from './debits.ts'
import { matchReturn } from './match-return.ts'
import { matchTransfer } from './match-transfer.ts'
import { type MatchingState, type Proposal, voidNote } from './proposal.ts'
import type { StatementEntry } from './statement-entry.ts'

/** The claims and files that the server has sent. */
export type LoadedLedger = { claims: readonly FeeClaim[]; runs: readonly FeeRunSummary[] }

type Matching = LoadedLedger & { today: Day }

/**
 * A proposal for each line (docs/rules.md, "Kontoauszug"), oldest first: a debit returned on one
 * line is open for the transfer on a later one.
 */
export function matchEntries(entries: readonly StatementEntry[], known: Matching): Proposal[] {
  const ledger: MatchingState = {
    index: indexClaims(known.claims),
    runs: new Map(known.runs.map((run) => [run.id, run])),
    debits: debitsOf(known.claims),
    left: new Map(known.claims.map(({ id, openInCent }) => [id, openInCent])),
    returned: new Set(),
    byHand: manualTransfersOf(known.claims),
    taken: new Set(),
  }
  const booked = findBookedEntries(entries, known.claims)
  const collections = matchCollections(entries, ledger)
  return entries.flatMap((entry): Proposal[] => {
    const note = booked.get(entry)
    if (note !== undefined) return [{ group: 'done', entry, note }]
    const collection = collections.get(entry)
    if (collection === 'counted') return []
    const found =
      collection ??
      (entry.side === 'in' ? matchIncoming(entry, ledger) : matchReturn(entry, ledger))
    const proposal = postponeFutureEntry(found, known.today)
    applyProposal(proposal, ledger)
    return [proposal]
  })
}

function matchIncoming(entry: StatementEntry, ledger: MatchingState): Proposal {
  if (!entry.isReturn) return matchTransfer(entry, ledger)
  return { group: 'unmatched', entry, note: 'Eine Zahlung der Zunft, die zurückgekommen ist' }
}

/** A line of a future day is not ticked, since the server rejects bookings on future days. */
function postponeFutureEntry(proposal: Proposal, today: Day): Proposal {
  const { entry, group, note } = proposal
  if (entry.day <= today || group === 'done' || group === 'foreign') return proposal
  const day = germanDate(entry.day)
  const later = { note: `Die Bank bucht erst am ${day}: Hake es an diesem Tag an. ${note}` }
  return 'isSure' in proposal ? { ...proposal, ...later, isSure: false } : { ...proposal, ...later }
}

function applyProposal(proposal: Proposal, { left, returned }: MatchingState): void {
  if (!('isSure' in proposal) || !proposal.isSure) return
  const add = (id: number, cents: number) => left.set(id, (left.get(id) ?? 0) + cents)
  if (proposal.group === 'returns') {
    returned.add(proposal.debit)
    for (const claim of proposal.debit.claims) add(claim.id, debitedAmount(claim, proposal.debit))
  }
  if (proposal.group === 'transfers') {
    for (const { claim, amountInCent } of proposal.parts) add(claim.id, -amountInCent)
  }
}

/**
 * Credits of SEPA files, as one sum or debit by debit. `counted`: a single debit whose sum is
 * proposed on the last line of its file.
 */
function matchCollections(
  entries: readonly StatementEntry[],
  ledger: MatchingState,
): Map<StatementEntry, Proposal | 'counted'> {
  const found = new Map<StatementEntry, Proposal | 'counted'>()
  const singles = new Map<FeeRunSummary, StatementEntry[]>()
  for (const entry of entries.filter(({ side, isReturn }) => side === 'in' && !isReturn)) {
    const named = runNamedIn(entry, ledger)
    const single = named ? undefined : runOfDebit(entry, ledger)
    if (single) singles.set(single, [...(singles.get(single) ?? []), entry])
    else if (named) found.set(entry, creditProposal(entry, named))
    else if (entry.isCollection) found.set(entry, matchRunBySum(entry, ledger))
  }
  for (const [run, lines] of singles) {
    const last = lines.at(-1)
    if (!last) continue
    for (const line of lines) found.set(line, 'counted')
    const amountInCent = lines.reduce((sum, line) => sum + line.amountInCent, 0)
    found.set(last, creditProposal({ ...last, amountInCent, name: '' }, run, lines.length))
  }
  return found
}

/**
 * The file that the line names by its id or by a longer one that contains it: the file's is
 * `MB2026-20261121134205`, that of its only block `….0`, of its debits `….0.12`.
 */
function runNamedIn({ references, texts }: StatementEntry, { runs }: MatchingState) {
  const written = [...references, ...texts].map(plainReference)
  const named = [...runs.values()].filter(({ messageId }) =>
    written.some((text) => text.includes(plainReference(messageId))),
  )
  return named.length === 1 ? named[0] : undefined
}

function runOfDebit({ endToEndId, isCollection }: StatementEntry, { debits, runs }: MatchingState) {
  if (!isCollection || endToEndId === null) return undefined
  const known = debits.all.get(plainReference(endToEndId))
  return known && runs.get(known.runId)
}

function creditProposal(entry: StatementEntry, run: FeeRunSummary, lines = 1): Proposal {
  if (run.voidedAt !== null) return { group: 'unmatched', entry, note: voidNote(run) }
  if (run.creditedOn !== null) {
    const note = `Gutschrift schon eingetragen am ${germanDate(run.creditedOn)}`
    return { group: 'done', entry, note }
  }
  const isSure = entry.amountInCent === run.sumInCent
  const each = lines > 1 ? ` in ${lines} einzelnen Gutschriften` : ''
  const note = isSure
    ? `Datei ${run.messageId}, fällig am ${germanDate(run.dueDate)}${each}`
    : `Datei ${run.messageId}, aber erwartet sind ${germanEuro(run.sumInCent)}${each}. Prüfe den Betrag.`
  return { group: 'credits', entry, isSure, note, run }
}

/** How many days before and after the due day a credit is taken for the file's. */
const days = { before: 3, after: 10 }

/** Matches a line without a reference to the only uncredited file with its sum. */
function matchRunBySum(entry: StatementEntry, { runs }: MatchingState): Proposal {
  const fitting = [...runs.values()].filter(
    ({ voidedAt, creditedOn, sumInCent, dueDate }) =>
      voidedAt === null &&
      creditedOn === null &&
      sumInCent === entry.amountInCent &&
      entry.day >= addDays(dueDate, -days.before) &&
      entry.day <= addDays(dueDate, days.after),
  )
  const [run, ...others] = fitting
  if (run && others.length === 0) return creditProposal(entry, run)
  const note =
    fitting.length > 1
      ? 'Gutschrift von Lastschriften, die zu mehreren Dateien passt'
      : 'Gutschrift von Lastschriften, die zu keiner Datei passt'
  return { group: 'unmatched', entry, note }
}

/** The parts of a stored booking's key, in which the bank's references stand after colons. */
type StoredBankKey = { key: string; contentKey: string; references: readonly string[]; day: Day }

/**
 * The lines that are booked already, each with its sentence. Equal lines are told apart by the
 * bank's reference. A file without it, or a booking made before references were part of the key,
 * matches any of them: one booking then marks one line as booked.
 */
function findBookedEntries(
  entries: readonly StatementEntry[],
  claims: readonly FeeClaim[],
): Map<StatementEntry, string> {
  const standing = storedBankKeys(claims)
  const plain = new Map(standing.map((one) => [one.key, one]))
  const byContentKey = Map.groupBy(standing, ({ contentKey }) => contentKey)
  const found = new Map<StatementEntry, string>()
  for (const [contentKey, lines] of Map.groupBy(entries, (entry) => entry.contentKey)) {
    const inGroup = [
      ...lines.flatMap(({ plainKey }) => plain.get(plainKey) ?? []),
      ...(byContentKey.get(contentKey) ?? []).filter(({ references }) => references.length > 0),
    ]
    const left = new Set(inGroup)
    const markAsBooked = (
      entry: StatementEntry,
      isIt: (one: StoredBankKey) => boolean,
      more = '',
    ) => {
      if (found.has(entry)) return
      const one = [...left].find(isIt)
      if (!one) return
      left.delete(one)
      found.set(entry, `Schon gebucht am ${germanDate(one.day)}${more}`)
    }
    for (const entry of lines) {
      const own = referencesOf(entry.key)
      markAsBooked(entry, ({ key, references }) => {
        return key === entry.key || references.some((one) => own.includes(one))
      })
    }
    const unsure = '. Gleich sind Tag, Betrag, Name und Zweck; die Nummer der Bank fehlt.'
    for (const entry of lines) {
      const isNamed = referencesOf(entry.key).length > 0
      markAsBooked(entry, ({ references }) => (references.length === 0) === isNamed, unsure)
    }
  }
  return found
}

function storedBankKeys(claims: readonly FeeClaim[]): StoredBankKey[] {
  const keys = new Map<string, StoredBankKey>()
  for (const { bankKey, day } of claims.flatMap(({ bookings }) => liveBookings(bookings))) {
    if (bankKey === null) continue
    const [contentKey = ''] = bankKey.split(':', 1)
    keys.set(bankKey, { key: bankKey, contentKey, references: referencesOf(bankKey), day })
  }
  return [...keys.values()]
}

const referencesOf = (key: string) => key.split(':').slice(1)
