import type { FeeClaim } from '#worker/billing/billing.contract.ts'
import { germanDate } from '#worker/domain/dates.ts'
import { feeReference } from '#worker/domain/fee-letter-words.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { listName } from '#worker/domain/names.ts'
import { findManualBookings } from './by-hand.ts'
import { feeReferencesOf, nameWords } from './claim-index.ts'
import type { MatchingState, PaymentPart, Proposal } from './proposal.ts'
import type { StatementEntry } from './statement-entry.ts'
import { referencesIn } from './written-references.ts'

/**
 * Matches incoming money by references in its texts, by account, or by name alone. It is ticked
 * when there is one reading; hints at another payer, a second reading or a reference without a fee
 * leave the decision to the user.
 */
export function matchTransfer(entry: StatementEntry, ledger: MatchingState): Proposal {
  if (entry.amountInCent === 0) return { group: 'unmatched', entry, note: 'Der Betrag ist 0.' }
  const references = readReferences(entry, ledger)
  const all = matchByReference(entry, ledger, references) ??
    matchByAccount(entry, ledger, references) ??
    matchByName(entry, ledger) ?? {
      group: 'unmatched',
      entry,
      note: noPayerNote(entry, ledger, references),
    }
  const found = entry.detailsElsewhere ? addDoubts(all, [sumOfSeveral]) : all
  const entered = findManualBookings(
    entry,
    payersOf(entry, ledger, references),
    ledger.byHand,
    ledger.taken,
  )
  if (!entered) return found
  for (const booking of entered.bookings) ledger.taken.add(booking)
  const note = `Vielleicht schon von Hand eingetragen am ${germanDate(entered.day)}. Prüfe es.`
  return found.group === 'transfers'
    ? { ...found, isSure: false, note, beyondInCent: 0 }
    : { ...found, note }
}

const sumOfSeveral =
  'Die Bank nennt nur die Summe mehrerer Zahlungen; die einzelnen stehen in einer camt.054-Datei. Prüfe, wer wie viel bezahlt hat.'

/** The ids of all payers whom the line may be from, whether or not they owe something. */
function payersOf(
  entry: StatementEntry,
  { index }: MatchingState,
  { readings }: ReferenceReadings,
): Set<number> {
  const meant = [
    ...readings.flat().flatMap(({ claims }) => claims),
    ...index.byIban(entry.iban),
    ...index.byName(entry.name),
  ]
  return new Set(meant.map(({ payer }) => payer.id))
}

/** The open amount of a claim after the lines before are booked, in cents. */
const openOf = ({ left }: MatchingState, { id }: FeeClaim) => Math.max(0, left.get(id) ?? 0)

const sumOpen = (ledger: MatchingState, claims: readonly FeeClaim[]) =>
  claims.reduce((sum, claim) => sum + openOf(ledger, claim), 0)

const isOpen = (ledger: MatchingState) => (claim: FeeClaim) => openOf(ledger, claim) > 0

/** Oldest year first, the order in which debts are settled. */
export const sortByYear = (claims: readonly FeeClaim[]) =>
  claims.toSorted((one, other) => one.year - other.year || one.id - other.id)

// ── By reference ───────────────────────────────────────────────────────────────────────────

/** A reference and the claims of one payer that it names. */
type Named = { reference: string; payer: FeeClaim['payer']; claims: readonly FeeClaim[] }

/**
 * Every reading of a line as the references it yields, and the references that match no fee.
 * `stretched` holds numbers that match no fee as written but only with digits after a blank or a
 * line break, where more text follows.
 */
type ReferenceReadings = { readings: Named[][]; unknown: string[]; stretched: string[] }

/** Beyond this number of readings, the line is left to the user. */
const mostReadings = 64

function readReferences(
  { name, texts }: StatementEntry,
  { index }: MatchingState,
): ReferenceReadings {
  const unknown: string[] = []
  const stretched: string[] = []
  let readings = new Map<string, Named[]>([['', []]])
  for (const { readings: ways, isExtra, hasMoreText } of referencesIn([name, ...texts])) {
    const [shortest = ''] = ways
    const known = ways.flatMap((reference) => namedBy(reference, index.byReference(reference)))
    if (known.length === 0 && !isExtra) unknown.push(shortest)
    else if (hasMoreText && index.byReference(shortest).length === 0) stretched.push(shortest)
    const options: (Named | null)[] = isExtra || known.length === 0 ? [null, ...known] : known
    const next = new Map<string, Named[]>()
    for (const before of readings.values()) {
      for (const option of options) {
        const isNew = option && !before.some((one) => isSame(one, option))
        const all = isNew ? [...before, option] : before
        const key = all.map(({ reference, payer }) => `${reference} ${payer.id}`).toSorted()
        if (next.size < mostReadings) next.set(key.join(), next.get(key.join()) ?? all)
      }
    }
    readings = next
  }
  const known = [...readings.values()].filter(({ length }) => length > 0)
  return { readings: known, unknown, stretched }
}

/** The claims that a reference names, as one entry for each payer. */
function namedBy(written: string, claims: readonly FeeClaim[]): Named[] {
  return [...Map.groupBy(claims, ({ payer }) => payer.id).values()].flatMap((claims) =>
    claims.slice(0, 1).map(({ year, payer, member }) => {
      const isOfPayer = feeReferencesOf(year, payer).includes(written)
      // A reference from before the person had a member number is shown with the number.
      return { reference: feeReference(year, isOfPayer ? payer : member), payer, claims }
    }),
  )
}

const isSame = (one: Named, other: Named) =>
  one.reference === other.reference && one.payer.id === other.payer.id

function noPayerNote(
  { iban }: StatementEntry,
  { index }: MatchingState,
  { unknown }: ReferenceReadings,
): string {
  if (unknown.length > 0) return unknownReferencesNote(unknown)
  const people = new Set(index.byIban(iban).map(({ payer }) => listName(payer)))
  return people.size > 0
    ? `Das Konto gehört zu ${[...people].join(' oder ')}: nichts mehr offen. Prüfe, ob zweimal bezahlt wurde.`
    : 'Keinem Beitrag zugeordnet'
}

const unknownReferencesNote = (unknown: readonly string[]) =>
  `Zu ${joinParts(unknown)} gibt es hier keinen Beitrag.`

function matchByReference(
  entry: StatementEntry,
  ledger: MatchingState,
  references: ReferenceReadings,
): Proposal | null {
  const [only, ...others] = references.readings
  if (!only) return null
  if (others.length > 0) return bestReading(references.readings, entry, ledger)
  const found = proposeForReferences(only, entry, ledger)
  const payers = only.map(({ payer }) => payer.id)
  const speaks = reasonsFor(only, found, entry, ledger)
  const isStretched = references.stretched.length > 0 && !speaks.some((one) => one !== 'Betrag')
  const doubts = isStretched ? [unknownReferencesNote(references.stretched)] : []
  return addDoubts(found, [
    ...doubtsOf(entry, ledger, payers),
    ...unknownDoubts(references),
    ...doubts,
  ])
}

function proposeForReferences(
  named: readonly Named[],
  entry: StatementEntry,
  ledger: MatchingState,
): Proposal {
  const [only, ...others] = named
  return only && others.length === 0
    ? proposeForOneReference(only, entry, ledger)
    : proposeForSeveralReferences(named, entry, ledger)
}

function proposeForOneReference(
  { reference, payer, claims }: Named,
  entry: StatementEntry,
  ledger: MatchingState,
) {
  const found = `Kennung ${reference}`
  const year = claims[0]?.year ?? 0
  const named = claims.filter(isOpen(ledger))
  const all = ledger.index.byPayer(payer.id).filter(isOpen(ledger))
  if (all.length === 0) {
    const note = `${reference}, ${listName(payer)}: nichts mehr offen. Prüfe, ob zweimal bezahlt wurde.`
    return { group: 'unmatched', entry, note } as const
  }
  if (named.length === 0) {
    const note = `${found}: dafür ist nichts mehr offen. Prüfe, ob zweimal bezahlt wurde.`
    return {
      ...distribute({ entry, ledger, claims: all, found }),
      isSure: false,
      note,
      beyondInCent: 0,
    }
  }
  const ofYear = distribute({ entry, ledger, claims: named, found })
  if (ofYear.isSure || entry.amountInCent < sumOpen(ledger, named)) return ofYear
  // A letter about several years carries the reference of the newest.
  const until = all.filter((claim) => claim.year <= year)
  const isUntil = sumOpen(ledger, until) === entry.amountInCent
  return distributeOldestFirst({ entry, ledger, claims: isUntil ? until : all, found })
}

/** Each claim gets its open amount when the sum matches; otherwise a note tells the difference. */
function proposeForSeveralReferences(
  named: readonly Named[],
  entry: StatementEntry,
  ledger: MatchingState,
): Proposal {
  const references = joinParts(named.map(({ reference }) => reference))
  const found = `Kennungen ${references}`
  const claims = [...new Set(named.flatMap((one) => one.claims))].filter(isOpen(ledger))
  const nothing = named.filter((one) => !one.claims.some(isOpen(ledger)))
  const paidTold = nothing.map(
    ({ reference }) => `Für ${reference} ist nichts mehr offen. Prüfe, ob zweimal bezahlt wurde.`,
  )
  if (claims.length === 0) {
    return {
      group: 'unmatched',
      entry,
      note: `${found}: nichts mehr offen. Prüfe, ob zweimal bezahlt wurde.`,
    }
  }
  return addDoubts(distributeOldestFirst({ entry, ledger, claims, found }), paidTold)
}

// ── Several readings ───────────────────────────────────────────────────────────────────────

/** Evidence for a reading: the account weighs most, then a name, then the sum. */
const weights = { Konto: 8, Name: 4, Betrag: 2 }

function bestReading(
  readings: readonly Named[][],
  entry: StatementEntry,
  ledger: MatchingState,
): Proposal {
  const judged = readings.map((named) => {
    const found = proposeForReferences(named, entry, ledger)
    const speaks = reasonsFor(named, found, entry, ledger)
    const weight = speaks.reduce((sum, reason) => sum + weights[reason], 0)
    // The last point prefers readings with an open claim, since others cannot be booked.
    return { named, found, speaks, weight: weight + (found.group === 'transfers' ? 1 : 0) }
  })
  const best = judged.reduce((first, other) => (other.weight > first.weight ? other : first))
  const all = judged.map(({ named }) => joinParts(named.map(referenceWithPayer))).slice(0, 4)
  const why =
    best.speaks.length > 0
      ? `${best.speaks.join(' und ')} ${best.speaks.length > 1 ? 'passen' : 'passt'} dazu. `
      : ''
  const proposed = `Vorgeschlagen: ${joinParts(best.named.map(({ reference }) => reference))}. ${why}`
  const differs = 'beyondInCent' in best.found && !best.found.isSure ? best.found.note : ''
  const note = `Passt zu mehreren: ${all.join(' oder ')}. ${proposed}${differs}`.trim()
  return best.found.group === 'transfers'
    ? { ...best.found, isSure: false, note }
    : { group: 'unmatched', entry, note: `${note} ${best.found.note}`.trim() }
}

function reasonsFor(
  named: readonly Named[],
  found: Proposal,
  entry: StatementEntry,
  { index }: MatchingState,
): (keyof typeof weights)[] {
  const payers = new Set(named.map(({ payer }) => payer.id))
  const isOfNamedPayer = ({ payer }: FeeClaim) => payers.has(payer.id)
  const textWords = new Set(nameWords([entry.name, ...entry.texts].join(' ')))
  const people = named.flatMap(({ claims }) => claims.flatMap(peopleOf))
  const isNamed = people.some(({ lastName }) =>
    nameWords(lastName).every((word) => textWords.has(word)),
  )
  return [
    ...(index.byIban(entry.iban).some(isOfNamedPayer) ? (['Konto'] as const) : []),
    ...(isNamed ? (['Name'] as const) : []),
    ...('isSure' in found && found.isSure ? (['Betrag'] as const) : []),
  ]
}

const referenceWithPayer = ({ reference, payer }: Named) => `${reference} (${listName(payer)})`

const joinParts = (parts: readonly string[]) =>
  parts.length > 1 ? `${parts.slice(0, -1).join(', ')} und ${parts.at(-1)}` : (parts[0] ?? '')

// ── Evidence against a match ───────────────────────────────────────────────────────────────

/** Other payers who owe something and whose account or name stands in the line. */
function doubtsOf(
  entry: StatementEntry,
  ledger: MatchingState,
  payerIds: readonly number[],
): string[] {
  const { index } = ledger
  const isOfPayers = ({ payer }: FeeClaim) => payerIds.includes(payer.id)
  const ofOtherPayers = (claims: readonly FeeClaim[]) => (claims.some(isOfPayers) ? [] : claims)
  const own = new Set(payerIds.flatMap(index.byPayer).flatMap(peopleOf).map(nameKey))
  const inTexts = index
    .byName(entry.texts.join(' '))
    .filter((claim) => !isOfPayers(claim) && !peopleOf(claim).some((one) => own.has(nameKey(one))))
  const clues: [string, readonly FeeClaim[]][] = [
    ['Das Konto gehört', ofOtherPayers(index.byIban(entry.iban))],
    ['Der Name gehört', ofOtherPayers(index.byName(entry.name))],
    ['Ein Name im Zweck gehört', inTexts],
  ]
  const named = new Set<string>()
  return clues.flatMap(([whose, found]) => {
    const claims = found.filter(isOpen(ledger)).filter(({ payer }) => !named.has(listName(payer)))
    if (claims.length === 0) return []
    const people = new Set(claims.map(({ payer }) => listName(payer)))
    for (const one of people) named.add(one)
    const open = germanEuro(sumOpen(ledger, claims))
    return [`${whose} aber zu ${[...people].join(' oder ')}, offen sind dort ${open}.`]
  })
}

const peopleOf = ({ payer, member }: FeeClaim) => [payer, member]
const nameKey = ({ firstName, lastName }: FeeClaim['payer']) =>
  nameWords(`${lastName} ${firstName}`).toSorted().join(' ')

const unknownDoubts = ({ unknown }: ReferenceReadings) =>
  unknown.length > 0 ? [unknownReferencesNote(unknown)] : []

function addDoubts(found: Proposal, doubts: readonly string[]): Proposal {
  if (doubts.length === 0) return found
  const first = /[.!?]$/.test(found.note) ? found.note : `${found.note}.`
  const isAsked = doubts.at(-1)?.includes('Prüfe')
  const note = [first, ...doubts, ...(isAsked ? [] : ['Prüfe, wer gemeint ist.'])].join(' ')
  return 'isSure' in found ? { ...found, isSure: false, note } : { ...found, note }
}

// ── By account ─────────────────────────────────────────────────────────────────────────────

function matchByAccount(
  entry: StatementEntry,
  ledger: MatchingState,
  references: ReferenceReadings,
): Proposal | null {
  const claims = ledger.index.byIban(entry.iban).filter(isOpen(ledger))
  if (claims.length === 0) return null
  const found = distribute({ entry, ledger, claims, found: 'Konto bekannt' })
  const payers = found.parts.map(({ claim }) => claim.payer.id)
  return addDoubts(found, [...doubtsOf(entry, ledger, payers), ...unknownDoubts(references)])
}

// ── By name ────────────────────────────────────────────────────────────────────────────────

/** Matches by a name in the line; of several people with the name the one whose open sum matches. */
function matchByName(entry: StatementEntry, ledger: MatchingState): Proposal | null {
  const texts = [entry.name, entry.texts.join(' ')]
  const named = texts.map((text) => ledger.index.byName(text).filter(isOpen(ledger)))
  const claims = named.find(({ length }) => length > 0)
  if (!claims) return null
  const each = [...Map.groupBy(claims, ({ payer }) => payer.id).values()].map((claims) => {
    return distribute({ entry, ledger, claims, found: 'Nur der Name passt' })
  })
  const [first] = each
  const best = each.find(({ isSure }) => isSure) ?? first
  if (!best) return null
  if (each.length === 1) return { ...best, isSure: false }
  const people = each
    .flatMap(({ parts }) => parts.slice(0, 1))
    .map(({ claim }) => {
      return `${listName(claim.payer)} (${feeReference(claim.year, claim.payer)})`
    })
  return {
    ...best,
    isSure: false,
    note: `Nur der Name passt, zu mehreren: ${joinParts(people)}. Prüfe, wer gemeint ist.`,
  }
}

// ── Distribution of the amount ─────────────────────────────────────────────────────────────

type Paying = {
  entry: StatementEntry
  ledger: MatchingState
  claims: readonly FeeClaim[]
  found: string
}
type Paid = Extract<Proposal, { group: 'transfers' }>

/**
 * Proposes which claims the amount pays. Sure when it equals all open claims or exactly one; else the
 * oldest are paid, with a note.
 */
function distribute(paying: Paying): Paid {
  const { entry, ledger, claims, found } = paying
  const [only] = claims.filter((claim) => openOf(ledger, claim) === entry.amountInCent)
  if (!only) return distributeOldestFirst(paying)
  if (
    hasSingleSubset(
      claims.map((claim) => openOf(ledger, claim)),
      entry.amountInCent,
    )
  ) {
    const parts = [{ claim: only, amountInCent: entry.amountInCent }]
    return { group: 'transfers', entry, isSure: true, note: found, parts, beyondInCent: 0 }
  }
  const several = 'der Betrag passt zu mehreren Beiträgen. Prüfe, welcher gemeint ist.'
  return { ...distributeOldestFirst(paying), isSure: false, note: `${found}, aber ${several}` }
}

/** Whether exactly one subset of these amounts makes up the sum. */
function hasSingleSubset(amounts: readonly number[], sum: number): boolean {
  const ways = new Map([[0, 1]])
  for (const amount of amounts) {
    for (const [total, count] of [...ways]) {
      const next = total + amount
      if (next <= sum) ways.set(next, Math.min(2, (ways.get(next) ?? 0) + count))
    }
  }
  return ways.get(sum) === 1
}

/** Pays the oldest claims first. Sure when the amount equals all open claims; else a note tells the difference. */
function distributeOldestFirst({ entry, ledger, claims, found }: Paying): Paid {
  const { amountInCent } = entry
  const sum = sumOpen(ledger, claims)
  const isSure = sum === amountInCent
  const note = isSure ? found : `${found}, aber ${differenceText(amountInCent, sum)}`
  const parts = splitPayment(amountInCent, sortByYear(claims), (claim) => openOf(ledger, claim))
  const beyondInCent = Math.max(0, amountInCent - sum)
  return { group: 'transfers', entry, isSure, note, parts, beyondInCent }
}

/** Distributes the amount to the claims in their order; a surplus is a credit of the last claim. */
export function splitPayment(
  amountInCent: number,
  claims: readonly FeeClaim[],
  openOfClaim: (claim: FeeClaim) => number,
): PaymentPart[] {
  let rest = amountInCent
  const parts = claims.map((claim, index) => {
    const isLast = index === claims.length - 1
    const part = isLast ? rest : Math.min(rest, openOfClaim(claim))
    rest -= part
    return { claim, amountInCent: part }
  })
  return parts.filter((part) => part.amountInCent > 0)
}

export function differenceText(amountInCent: number, sum: number): string {
  return amountInCent < sum
    ? `offen sind ${germanEuro(sum)}: ${germanEuro(sum - amountInCent)} bleiben offen.`
    : `offen sind ${germanEuro(sum)}: ${germanEuro(amountInCent - sum)} werden Guthaben.`
}
