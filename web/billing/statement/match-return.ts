import { addDays, addMonths, germanDate } from '#worker/domain/dates.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { listName } from '#worker/domain/names.ts'
import { type Debit, plainReference } from './debits.ts'
import { type MatchingState, type Proposal, voidNote } from './proposal.ts'
import type { StatementEntry } from './statement-entry.ts'
import { referencesIn } from './written-references.ts'

type Return = Extract<Proposal, { group: 'returns' }>

/** For how many months an unauthorised debit can be returned. */
const months = 13
/** How many days before the due day a bank may reject a debit. */
const daysBefore = 14
/** The most that a bank charges for a return, in cents. */
const maxChargeInCent = 2_000

/** Matches money that went out to a returned debit; other such payments have nothing to do with fees. */
export function matchReturn(entry: StatementEntry, ledger: MatchingState): Proposal {
  const named = namesOf(entry, ledger)
  const [debit, ...otherDebits] = named.flatMap((name) => ledger.debits.live.get(name) ?? [])
  if (debit && ledger.returned.has(debit)) {
    return { group: 'unmatched', entry, note: 'Rücklastschrift, die schon weiter oben steht' }
  }
  if (debit && otherDebits.length > 0) return bestReturn(entry, [debit, ...otherDebits])
  if (debit) {
    return entry.isReturn || entry.isReversal
      ? returnProposal(entry, debit, `Kennung ${debit.endToEndId}`)
      : refundProposal(entry, debit)
  }
  const known = named.map((name) => ledger.debits.all.get(name)).find((one) => one !== undefined)
  const run = known && ledger.runs.get(known.runId)
  if (run?.voidedAt) return { group: 'unmatched', entry, note: voidNote(run) }
  if (known?.returnedOn) {
    const note = `Schon als Rücklastschrift gebucht am ${germanDate(known.returnedOn)}`
    return { group: 'done', entry, note }
  }
  if (known) {
    const note =
      'Rücklastschrift eines Einzugs, nach dem noch einmal eingezogen wurde. Prüfe beide.'
    return { group: 'unmatched', entry, note }
  }
  if (!entry.isReturn && !entry.isReversal) return { group: 'foreign', entry, note: '' }
  // An unknown EndToEndId belongs to another debit, whatever its mandate says.
  const isNamed = entry.endToEndId !== null || referencesIn(entry.texts).length > 0
  const [found, ...others] = isNamed ? [] : debitsByMandate(entry, ledger)
  if (found && others.length === 0) return returnProposal(entry, found, 'nach Mandat und Betrag')
  return { group: 'unmatched', entry, note: unknownDebitNote(entry, others.length > 0) }
}

function unknownDebitNote(entry: StatementEntry, isAmbiguous: boolean): string {
  const { detailsElsewhere, isReversal, isReturn } = entry
  if (detailsElsewhere) {
    return 'Rücklastschriften in einer Summe. Einzelheiten stehen in einer camt.054-Datei: Lies auch diese ein.'
  }
  if (isReversal && !isReturn) {
    return 'Die Bank nimmt damit eine frühere Zeile zurück, die zu keinem Einzug passt. Prüfe, welche.'
  }
  return isAmbiguous
    ? 'Rücklastschrift, die zu mehreren Einzügen passt. Trage sie beim Beitrag ein.'
    : 'Rücklastschrift, die zu keinem Einzug passt'
}

/**
 * The EndToEndIds that the line names: its own field, or readings of its texts ("EREF+MB2026-41"),
 * limited to debits that were ever made.
 */
function namesOf({ endToEndId, texts }: StatementEntry, { debits }: MatchingState): string[] {
  const given = endToEndId === null ? [] : [plainReference(endToEndId)]
  if (given.some((name) => debits.all.has(name))) return given
  const written = referencesIn(texts).flatMap((one) => one.debits.map(plainReference))
  return [...new Set(written)].filter((name) => debits.all.has(name))
}

/** Of several matching debits, the one with the same sum or else the first. */
function bestReturn(entry: StatementEntry, debits: readonly Debit[]): Return {
  const [first] = debits
  const best = debits.find((debit) => chargeOf(entry, debit) === entry.chargeInCent) ?? first
  const all = debits.map(({ endToEndId, claims }) => {
    const [claim] = claims
    return claim ? `${endToEndId} (${listName(claim.payer)})` : endToEndId
  })
  const found = returnProposal(entry, best as Debit, '')
  const note = `Passt zu mehreren: ${all.join(' oder ')}. Prüfe, welche gemeint ist.`
  return { ...found, isSure: false, note }
}

function debitsByMandate(entry: StatementEntry, { debits, returned }: MatchingState): Debit[] {
  const { mandateId, day } = entry
  if (mandateId === null) return []
  return [...debits.live.values()].filter(
    (debit) =>
      !returned.has(debit) &&
      plainReference(debit.mandateId ?? '') === plainReference(mandateId) &&
      debit.day >= addMonths(day, -months) &&
      debit.day <= addDays(day, daysBefore) &&
      chargeOf(entry, debit) !== null,
  )
}

function returnProposal(entry: StatementEntry, debit: Debit, found: string): Return {
  const chargeInCent = chargeOf(entry, debit)
  const collected = `Eingezogen am ${germanDate(debit.day)}`
  const note =
    chargeInCent === null
      ? `${collected}, aber ${germanEuro(debit.sumInCent)}. Prüfe den Betrag.`
      : `${collected}, ${found}${sharedCharge(entry)}`
  return {
    group: 'returns',
    entry,
    isSure: chargeInCent !== null && !entry.isReversal,
    note: entry.isReversal ? `Die Bank nimmt damit eine frühere Zeile zurück. ${note}` : note,
    debit,
    chargeInCent: chargeInCent ?? entry.chargeInCent,
  }
}

function sharedCharge({ sharedChargeInCent }: StatementEntry): string {
  return sharedChargeInCent > 0
    ? `. Die Bank nennt ${germanEuro(sharedChargeInCent)} Gebühr für mehrere zusammen.`
    : ''
}

/** For money sent whose text names a debit but which is no return: maybe a refund, so never ticked. */
function refundProposal(entry: StatementEntry, debit: Debit): Proposal {
  const collected = `Eingezogen am ${germanDate(debit.day)}: ${germanEuro(debit.sumInCent)}`
  return {
    ...returnProposal(entry, debit, ''),
    isSure: false,
    note: `Keine Rückgabe laut Bank: vielleicht eine Erstattung. ${collected}.`,
  }
}

/** The bank's charge for the return in cents; null when the sums do not match. */
function chargeOf(entry: StatementEntry, { sumInCent }: Debit): number | null {
  const { amountInCent, originalInCent, chargeInCent } = entry
  if (originalInCent !== null) {
    if (originalInCent !== sumInCent) return null
    return chargeInCent || Math.max(0, amountInCent - originalInCent)
  }
  if (amountInCent === sumInCent || amountInCent - chargeInCent === sumInCent) return chargeInCent
  const beyond = amountInCent - sumInCent
  return chargeInCent === 0 && beyond > 0 && beyond <= maxChargeInCent ? beyond : null
}
