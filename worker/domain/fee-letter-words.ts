import { salutation } from './circular.ts'
import type { FeeLetterKind, LetterTextKind } from './codes.ts'
import { type Day, germanDate } from './dates.ts'
import { feeLetterTitle } from './fee-letters.ts'
import { germanEuro } from './money.ts'
import { fullName, isOrganization } from './names.ts'
import { replacePlaceholders } from './placeholders.ts'
import { sepaText } from './sepa-text.ts'
import { plainIban } from './text.ts'

// The text of a letter about fees, for paper and mail.

/** A stored letter, with the data of the day on which it was written. */
export type FeeLetterFacts = {
  kind: FeeLetterKind
  step: number
  year: number
  dueOn: Day
  payer: { id: number; memberNumber: number; firstName: string; lastName: string }
  claims: readonly {
    year: number
    member: { firstName: string; lastName: string }
    openInCent: number
  }[]
  mandateId: string | null
  ibanEnd: string | null
  /** The texts as stored with the letter, with placeholders; left out or null: the default text. */
  opening?: string | null
  closing?: string | null
}

/** The texts of a kind of letter before (`opening`) and after the amounts, to persons, and formal to organizations. */
export type LetterText = Record<'opening' | 'closing' | 'openingFormal' | 'closingFormal', string>

/** The placeholders in the texts of letters. */
export const letterPlaceholders = [
  '{Vorname}',
  '{Nachname}',
  '{Summe}',
  '{Tag}',
  '{Jahr}',
  '{Beitrag}',
  '{ist}',
  '{ihn}',
  '{Zunft}',
] as const

const settled = {
  du: 'Hast Du inzwischen gezahlt, ist dieses Schreiben erledigt. Kannst Du gerade nicht zahlen, melde Dich bei uns.',
  sie: 'Haben Sie inzwischen gezahlt, ist dieses Schreiben erledigt. Können Sie gerade nicht zahlen, melden Sie sich bei uns.',
}
const payBy = 'dass die {Summe} bis {Tag} bei uns sind.'
const theLast =
  'Das ist die letzte Mahnung. Danach entscheidet der Vorstand, wie es weitergeht.\n\n'

/** The texts where the guild has none of its own. They address a person as "Du", an organization as "Sie". */
export const defaultLetterTexts: Readonly<Record<LetterTextKind, LetterText>> = {
  notice: {
    opening: 'wir ziehen von Deinem Konto ein:',
    closing:
      'Bitte sorge dafür, dass das Konto an diesem Tag gedeckt ist. Stimmt etwas nicht, melde Dich vorher bei uns.',
    openingFormal: 'wir ziehen von Ihrem Konto ein:',
    closingFormal:
      'Bitte sorgen Sie dafür, dass das Konto an diesem Tag gedeckt ist. Stimmt etwas nicht, melden Sie sich vorher bei uns.',
  },
  invoice: {
    opening: '{Beitrag} {ist} zu zahlen:',
    closing: `Bitte sorge dafür, ${payBy} Hast Du Fragen, melde Dich bei uns.`,
    openingFormal: '{Beitrag} {ist} zu zahlen:',
    closingFormal: `Bitte sorgen Sie dafür, ${payBy} Haben Sie Fragen, melden Sie sich bei uns.`,
  },
  reminder: {
    opening: '{Beitrag} {ist} noch offen. Vielleicht hast Du {ihn} übersehen:',
    closing: `Bitte sorge dafür, ${payBy}\n\n${settled.du}`,
    openingFormal: '{Beitrag} {ist} noch offen. Vielleicht haben Sie {ihn} übersehen:',
    closingFormal: `Bitte sorgen Sie dafür, ${payBy}\n\n${settled.sie}`,
  },
  dunning: {
    opening: 'trotz unserer Erinnerung {ist} {Beitrag} noch offen:',
    closing: `Bitte sorge dafür, ${payBy}\n\n${settled.du}`,
    openingFormal: 'trotz unserer Erinnerung {ist} {Beitrag} noch offen:',
    closingFormal: `Bitte sorgen Sie dafür, ${payBy}\n\n${settled.sie}`,
  },
  lastDunning: {
    opening: 'trotz Erinnerung und Mahnung {ist} {Beitrag} noch offen:',
    closing: `${theLast}Bitte sorge dafür, ${payBy}\n\n${settled.du}`,
    openingFormal: 'trotz Erinnerung und Mahnung {ist} {Beitrag} noch offen:',
    closingFormal: `${theLast}Bitte sorgen Sie dafür, ${payBy}\n\n${settled.sie}`,
  },
}

/** The kind of text of a letter: a reminder has another text for each step. */
export function letterTextKindOf({
  kind,
  step,
}: {
  kind: FeeLetterKind
  step: number
}): LetterTextKind {
  if (kind !== 'reminder') return kind
  return step <= 1 ? 'reminder' : step === 2 ? 'dunning' : 'lastDunning'
}

type Addressed = {
  kind: FeeLetterKind
  step: number
  payer: { firstName: string; lastName: string }
}

/** The texts for this letter from the guild's own, else the default ones; the placeholders stay. */
export function textsFor(
  letter: Addressed,
  own: readonly (LetterText & { kind: LetterTextKind })[],
): { opening: string; closing: string } {
  const kind = letterTextKindOf(letter)
  const { opening, closing, openingFormal, closingFormal } =
    own.find((one) => one.kind === kind) ?? defaultLetterTexts[kind]
  return isOrganization(letter.payer)
    ? { opening: openingFormal, closing: closingFormal }
    : { opening, closing }
}

/** The guild's account from its settings. */
export type GuildAccount = {
  name: string
  creditorName: string
  creditorId: string
  creditorIban: string
  creditorBic: string
}

type LetterWords = {
  subject: string
  greeting: string
  /** Paragraphs before the fees. */
  opening: string[]
  fees: { title: string; amount: string }[]
  /** The sentence with the sum, "Zusammen 45,00 €, …", which is printed prominently. */
  sum: string
  /** For a transfer the guild's account and the reference; for an announced debit the mandate. */
  facts: { label: string; value: string }[]
  /** Paragraphs after the facts. */
  closing: string[]
  /** The content of the GiroCode; null when nothing is to be transferred or the account is missing. */
  code: string | null
}

export function letterWords(letter: FeeLetterFacts, account: GuildAccount): LetterWords {
  const { kind, claims, dueOn, payer } = letter
  const sumInCent = sumOf(letter)
  const isNotice = kind === 'notice'
  const day = germanDate(dueOn)
  const texts = textsFor(letter, [])
  return {
    subject: `${feeLetterTitle(letter)}: Mitgliedsbeitrag ${yearsOf(letter)}`,
    greeting: salutation([payer]),
    opening: paragraphsOf(letter.opening ?? texts.opening, letter, account),
    fees: claims.map(({ member, year, openInCent }) => ({
      title: `${year}, ${fullName(member)}`,
      amount: germanEuro(openInCent),
    })),
    sum: isNotice
      ? `${germanEuro(sumInCent)} werden am ${day} eingezogen`
      : `${germanEuro(sumInCent)}, zu zahlen bis ${day}`,
    facts: isNotice ? mandateFacts(letter, account) : transferFacts(letter, account),
    closing: paragraphsOf(letter.closing ?? texts.closing, letter, account),
    code: isNotice
      ? null
      : giroCode({
          name: account.creditorName,
          iban: account.creditorIban,
          bic: account.creditorBic,
          amountInCent: sumInCent,
          purpose: purposeOf(letter),
        }),
  }
}

export function sumOf({ claims }: Pick<FeeLetterFacts, 'claims'>): number {
  return claims.reduce((sum, { openInCent }) => sum + openInCent, 0)
}

/**
 * The reference by which a transfer is matched with the fees that it pays: "MB2027-4711". A payer without a member
 * number is named by the id.
 */
export function feeReference(year: number, payer: { id: number; memberNumber: number }): string {
  return `MB${year}-${payer.memberNumber > 0 ? payer.memberNumber : `ID${payer.id}`}`
}

/** The purpose of the transfer: "MB2027-4711 Mitgliedsbeitrag Anna Häußler". */
function purposeOf({ year, payer }: FeeLetterFacts): string {
  return `${feeReference(year, payer)} Mitgliedsbeitrag ${fullName(payer)}`
}

/** The years of the claims: "2025, 2026 und 2027". */
function yearsOf({ claims }: FeeLetterFacts): string {
  const years = [...new Set(claims.map(({ year }) => year))].sort((a, b) => a - b)
  const last = years.at(-1) ?? ''
  const before = years.slice(0, -1)
  return before.length > 0 ? `${before.join(', ')} und ${last}` : String(last)
}

function paragraphsOf(text: string, letter: FeeLetterFacts, { name }: GuildAccount): string[] {
  const { claims, dueOn, payer } = letter
  const isOne = claims.length === 1
  const words = replacePlaceholders<(typeof letterPlaceholders)[number]>(text, {
    '{Vorname}': payer.firstName.trim(),
    '{Nachname}': payer.lastName.trim(),
    '{Summe}': germanEuro(sumOf(letter)),
    '{Tag}': germanDate(dueOn),
    '{Jahr}': yearsOf(letter),
    '{Beitrag}': isOne ? 'dieser Mitgliedsbeitrag' : 'diese Mitgliedsbeiträge',
    '{ist}': isOne ? 'ist' : 'sind',
    '{ihn}': isOne ? 'ihn' : 'sie',
    '{Zunft}': name.trim(),
  })
  return words
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean)
}

function mandateFacts({ mandateId, ibanEnd }: FeeLetterFacts, { creditorId }: GuildAccount) {
  return filled([
    ['Konto', ibanEnd ? `IBAN endet auf ${ibanEnd}` : ''],
    ['Mandatsreferenz', mandateId ?? ''],
    ['Gläubiger-ID', plainIban(creditorId)],
  ])
}

function transferFacts(letter: FeeLetterFacts, account: GuildAccount) {
  return filled([
    ['Empfänger', account.creditorName.trim()],
    ['IBAN', inGroups(account.creditorIban)],
    ['BIC', plainIban(account.creditorBic)],
    ['Betrag', germanEuro(sumOf(letter))],
    ['Verwendungszweck', purposeOf(letter)],
  ])
}

function filled(facts: readonly (readonly [label: string, value: string])[]) {
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}

/** The IBAN in groups of four: "DE89 3704 0044 0532 0130 00". */
function inGroups(iban: string): string {
  return plainIban(iban).replace(/(.{4})(?=.)/g, '$1 ')
}

// The QR code that banking apps scan: EPC069-12 of the European Payments Council, "GiroCode".

type Transfer = {
  name: string
  iban: string
  /** The BIC; "" when the bank derives it from the IBAN. */
  bic: string
  amountInCent: number
  /** The text on the bank statement: "MB2027-4711 Mitgliedsbeitrag". */
  purpose: string
}

/** The largest amount of a SEPA transfer: 999,999,999.99 €. */
const maxTransferInCent = 99_999_999_999

/**
 * The content of the GiroCode; null when the transfer would be invalid. Name and purpose use the basic character set,
 * so that no bank replaces characters and the content stays below 331 bytes.
 */
export function giroCode({ name, iban, bic, amountInCent, purpose }: Transfer): string | null {
  const receiver = sepaText(name, 70)
  const account = plainIban(iban)
  if (!receiver || !/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account)) return null
  if (amountInCent < 1 || amountInCent > maxTransferInCent) return null
  const cents = String(amountInCent % 100).padStart(2, '0')
  const lines = [
    'BCD',
    '002',
    // The character set: 1 means UTF-8.
    '1',
    'SCT',
    plainIban(bic),
    receiver,
    account,
    `EUR${Math.floor(amountInCent / 100)}.${cents}`,
    // The empty lines for a purpose code and a structured reference.
    '',
    '',
    sepaText(purpose, 140),
  ]
  return lines.join('\n')
}
