import { addDays, addMonths, germanDate } from '#worker/domain/dates.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { listName } from '#worker/domain/names.ts'
import { type Debit, plainReference } from './debits.ts'
import { type Ledger, type Proposal, voidTold } from './proposal.ts'
import type { StatementEntry } from './statement-entry.ts'
import { referencesIn } from './written-references.ts'

type Return = Extract<Proposal, { group: 'returns' }>

/** As long as a debit without a mandate may come back. */
const months = 13
/** A bank may refuse it before it is due. */
const daysBefore = 14
/** More than a bank takes for a return. */
const maxChargeInCent = 2_000

/** Money that went out: a debit that came back, or nothing of ours. */
export function matchReturn(entry: StatementEntry, ledger: Ledger): Proposal {
  const named = namesOf(entry, ledger)
  const [debit, ...otherDebits] = named.flatMap((name) => ledger.debits.live.get(name) ?? [])
  if (debit && ledger.returned.has(debit)) {
    return { group: 'unmatched', entry, told: 'Rücklastschrift, die schon weiter oben steht' }
  }
  if (debit && otherDebits.length > 0) return oneOf(entry, [debit, ...otherDebits])
  if (debit) {
    return entry.isReturn || entry.isReversal
      ? returned(entry, debit, `Kennung ${debit.endToEndId}`)
      : refunded(entry, debit)
  }
  const known = named.map((name) => ledger.debits.all.get(name)).find((one) => one !== undefined)
  const run = known && ledger.runs.get(known.runId)
  if (run?.voidedAt) return { group: 'unmatched', entry, told: voidTold(run) }
  if (known?.returnedOn) {
    const told = `Schon als Rücklastschrift gebucht am ${germanDate(known.returnedOn)}`
    return { group: 'done', entry, told }
  }
  if (known) {
    const told =
      'Rücklastschrift eines Einzugs, nach dem noch einmal eingezogen wurde. Prüfe beide.'
    return { group: 'unmatched', entry, told }
  }
  if (!entry.isReturn && !entry.isReversal) return { group: 'foreign', entry, told: '' }
  // A name that nobody knows is that of another debit, whatever its mandate.
  const isNamed = entry.endToEndId !== null || referencesIn(entry.texts).length > 0
  const [found, ...others] = isNamed ? [] : debitsByMandate(entry, ledger)
  if (found && others.length === 0) return returned(entry, found, 'nach Mandat und Betrag')
  return { group: 'unmatched', entry, told: whyUnknown(entry, others.length > 0) }
}

function whyUnknown(entry: StatementEntry, isAmbiguous: boolean): string {
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
 * The names of debits that the line tells: its EndToEndId where that is one, else each reading of what stands in
 * its texts ("EREF+MB2026-41"), as far as such a debit was ever made.
 */
function namesOf({ endToEndId, texts }: StatementEntry, { debits }: Ledger): string[] {
  const given = endToEndId === null ? [] : [plainReference(endToEndId)]
  if (given.some((name) => debits.all.has(name))) return given
  const written = referencesIn(texts).flatMap((one) => one.debits.map(plainReference))
  return [...new Set(written)].filter((name) => debits.all.has(name))
}

/** Several debits fit: the one of that sum is proposed, or the first. */
function oneOf(entry: StatementEntry, debits: readonly Debit[]): Return {
  const [first] = debits
  const best = debits.find((debit) => chargeOf(entry, debit) === entry.chargeInCent) ?? first
  const all = debits.map(({ endToEndId, claims }) => {
    const [claim] = claims
    return claim ? `${endToEndId} (${listName(claim.payer)})` : endToEndId
  })
  const found = returned(entry, best as Debit, '')
  const told = `Passt zu mehreren: ${all.join(' oder ')}. Prüfe, welche gemeint ist.`
  return { ...found, isSure: false, told }
}

function debitsByMandate(entry: StatementEntry, { debits, returned }: Ledger): Debit[] {
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

function returned(entry: StatementEntry, debit: Debit, found: string): Return {
  const chargeInCent = chargeOf(entry, debit)
  const collected = `Eingezogen am ${germanDate(debit.day)}`
  const told =
    chargeInCent === null
      ? `${collected}, aber ${germanEuro(debit.sumInCent)}. Prüfe den Betrag.`
      : `${collected}, ${found}${sharedCharge(entry)}`
  return {
    group: 'returns',
    entry,
    isSure: chargeInCent !== null && !entry.isReversal,
    told: entry.isReversal ? `Die Bank nimmt damit eine frühere Zeile zurück. ${told}` : told,
    debit,
    chargeInCent: chargeInCent ?? entry.chargeInCent,
  }
}

function sharedCharge({ sharedChargeInCent }: StatementEntry): string {
  return sharedChargeInCent > 0
    ? `. Die Bank nennt ${germanEuro(sharedChargeInCent)} Gebühr für mehrere zusammen.`
    : ''
}

/** Whoever writes a refund may name the debit that it is for. */
function refunded(entry: StatementEntry, debit: Debit): Proposal {
  const collected = `Eingezogen am ${germanDate(debit.day)}: ${germanEuro(debit.sumInCent)}`
  return {
    ...returned(entry, debit, ''),
    isSure: false,
    told: `Keine Rückgabe laut Bank: vielleicht eine Erstattung. ${collected}.`,
  }
}

/** What the bank took for it; null where the sums do not fit. */
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
