import { isDay } from '#worker/domain/dates.ts'
import { plainIban } from '#worker/domain/text.ts'
import { childrenOf, elementAt, eurosAt, oneLine, textAt, textsIn } from './camt-dom.ts'
import {
  type Omission,
  type OmissionCounts,
  omissions,
  type StatementEntry,
  UnreadableStatement,
} from './statement-entry.ts'

// Reads camt.052, .053 and .054 of German banks, versions .02 and .08 (docs/rules.md,
// "Kontoauszug"), with the browser's DOMParser: no library covers mandates and charges.

/** A line before its key is computed, with the parts of the key. */
export type CamtEntry = Omit<StatementEntry, 'key' | 'plainKey' | 'contentKey'> & {
  /** The purpose in the form that is part of the key; stored bookings are recognised by that form. */
  keyPurpose: string
  /** The references that the bank gave the line. */
  bankReferences: readonly string[]
}

export type ReadCamt = { entries: CamtEntry[]; omitted: OmissionCounts }

const notCamt =
  'Das ist kein Kontoauszug im Format CAMT. Lade ihn im Online-Banking als CAMT herunter (.xml oder .zip).'

const damaged = 'Diese Datei ist unvollständig oder beschädigt. Lade sie noch einmal herunter.'

/** The XML names of the message and of its statements. */
const statements = {
  BkToCstmrAcctRpt: 'Rpt',
  BkToCstmrStmt: 'Stmt',
  BkToCstmrDbtCdtNtfctn: 'Ntfctn',
}

/**
 * The booked lines of one account in euros, and the counts of lines left out.
 * @param iban the guild's account
 * @throws UnreadableStatement
 */
export function readCamt(text: string, iban: string): ReadCamt {
  const found = Object.entries(statements).flatMap(([message, statement]) =>
    childrenOf(elementAt(rootOf(text), message), statement),
  )
  if (found.length === 0) throw new UnreadableStatement(notCamt)
  const own = found.filter((statement) => accountOf(statement) === plainIban(iban))
  if (own.length === 0) throw new UnreadableStatement(otherAccount(found.map(accountOf)))
  const entries: CamtEntry[] = []
  const omitted: Record<Omission, number> = {
    ...noOmissions,
    otherAccount: found.length - own.length,
  }
  for (const entry of own.flatMap((statement) => childrenOf(statement, 'Ntry'))) {
    const read = readEntry(entry, plainIban(iban))
    if (typeof read === 'string') omitted[read] += 1
    else {
      entries.push(...read.entries)
      if (read.sumDiffers) omitted.sumDiffers += 1
    }
  }
  if (entries.length === 0 && omissions.every((why) => omitted[why] === 0)) {
    throw new UnreadableStatement('In diesem Kontoauszug steht keine gebuchte Zeile.')
  }
  return { entries, omitted }
}

export const noOmissions: OmissionCounts = {
  pending: 0,
  reversal: 0,
  currency: 0,
  unreadable: 0,
  sumDiffers: 0,
  otherAccount: 0,
}

/** Parses the XML. A DOCTYPE is rejected, because it could define entities. */
function rootOf(text: string): Element {
  if (/<!DOCTYPE/i.test(text)) {
    throw new UnreadableStatement(
      'In dieser Datei steht eine DOCTYPE-Angabe. So schreibt keine Bank einen Kontoauszug.',
    )
  }
  const document = new DOMParser().parseFromString(text, 'application/xml')
  // Some browsers keep the content before the error and add a `parsererror` element.
  if (document.getElementsByTagNameNS('*', 'parsererror').length > 0) {
    throw new UnreadableStatement(/<(\w+:)?Document[\s>]/.test(text) ? damaged : notCamt)
  }
  const root = document.documentElement
  if (root?.localName !== 'Document') throw new UnreadableStatement(notCamt)
  return root
}

const accountOf = (statement: Element) => plainIban(textAt(statement, 'Acct', 'Id', 'IBAN'))

function otherAccount(ibans: readonly string[]): string {
  const others = [...new Set(ibans.filter(Boolean))]
  return others.length === 0
    ? 'In diesem Kontoauszug steht nicht, zu welchem Konto er gehört.'
    : `Dieser Kontoauszug gehört zu ${others.join(', ')} und nicht zum Konto der Zunft.`
}

// ── A line ─────────────────────────────────────────────────────────────────────────────────

type ReadEntry = { entries: CamtEntry[]; sumDiffers: boolean }

function readEntry(entry: Element, iban: string): ReadEntry | Omission {
  const state = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts')
  if (state !== 'BOOK') return 'pending'
  const currency = elementAt(entry, 'Amt')?.getAttribute('Ccy')
  if (currency && currency !== 'EUR') return 'currency'
  const amountInCent = eurosAt(entry, 'Amt')
  const side = sideOf(entry)
  const day = dayAt(entry, 'BookgDt') ?? dayAt(entry, 'ValDt')
  if (amountInCent === null || side === null || day === null) return 'unreadable'
  // The bank's reversal of its own debit is not a payment.
  if (side === 'in' && isReversal(entry)) return 'reversal'
  const details = childrenOf(entry, 'NtryDtls').flatMap((one) => childrenOf(one, 'TxDtls'))
  const [only = null, ...others] = details
  const line = { entry, iban, day, side, isPart: others.length > 0 }
  const readWhole = () => ({ ...readDetails({ ...line, details: only }), amountInCent })
  if (others.length === 0) {
    const isPart = Number(textAt(entry, 'NtryDtls', 'Btch', 'NbOfTxs')) > 1
    const ownInCent = eurosAt(only, 'Amt')
    const isLess = side === 'in' && ownInCent !== null && ownInCent < amountInCent
    const read = { ...readWhole(), detailsElsewhere: isPart || isLess || refersToCamt054(entry) }
    return { entries: [read], sumDiffers: false }
  }
  const isShared = details.every((one) => chargesOf(one) === 0)
  const shared = { chargeInCent: 0, sharedChargeInCent: chargesOf(entry) }
  const parts = details.map((one) => ({
    ...readDetails({ ...line, details: one, side: sideOf(one) ?? side }),
    ...(isShared ? shared : { chargeInCent: chargesOf(one) }),
    amountInCent: amountOf(one),
  }))
  if (side === 'in' && parts.some(({ isCollection }) => isCollection)) {
    const references = [...new Set(parts.flatMap((part) => part.references))]
    const sum = {
      ...readWhole(),
      isCollection: true,
      references,
      endToEndId: null,
      mandateId: null,
    }
    const unnamed = { name: '', iban: '', purpose: '', keyPurpose: '', texts: [] }
    return { entries: [{ ...sum, ...unnamed }], sumDiffers: false }
  }
  const known = parts.filter((part): part is CamtEntry => part.amountInCent !== null)
  if (known.length < parts.length) {
    return {
      entries: [{ ...readWhole(), ...mergedDetails(parts), detailsElsewhere: true }],
      sumDiffers: false,
    }
  }
  return { entries: withDistinctReferences(known), sumDiffers: !addsUp(known, amountInCent) }
}

/** The texts and references of all parts; the IBAN only if all parts have the same one. */
function mergedDetails(parts: readonly Pick<CamtEntry, 'iban' | 'texts' | 'references'>[]) {
  const [iban = '', ...others] = new Set(parts.map((part) => part.iban))
  return {
    iban: others.length > 0 ? '' : iban,
    texts: [...new Set(parts.flatMap((part) => part.texts))],
    references: [...new Set(parts.flatMap((part) => part.references))],
  }
}

/**
 * Payments that the bank booked as one line share its references. From the second of identical
 * payments on, " 2", " 3" … is appended to each reference, so that none is taken for a duplicate.
 */
function withDistinctReferences(parts: readonly CamtEntry[]): CamtEntry[] {
  const times = new Map<string, number>()
  return parts.map((part) => {
    const { amountInCent, endToEndId, mandateId, name, keyPurpose, bankReferences } = part
    const keyParts = [amountInCent, endToEndId, mandateId, name, keyPurpose, bankReferences]
    const key = JSON.stringify(keyParts)
    const number = (times.get(key) ?? 0) + 1
    times.set(key, number)
    return number === 1
      ? part
      : { ...part, bankReferences: bankReferences.map((reference) => `${reference} ${number}`) }
  })
}

/** Whether the parts make up the sum, with charges or with charges booked separately. */
function addsUp(parts: readonly CamtEntry[], amountInCent: number): boolean {
  const sum = parts.reduce((total, part) => total + part.amountInCent, 0)
  const shared = parts[0]?.sharedChargeInCent ?? 0
  const charges = parts.reduce((total, part) => total + part.chargeInCent, shared)
  return sum === amountInCent || sum + charges === amountInCent
}

const refersToCamt054 = (entry: Element) =>
  textAt(entry, 'AddtlInfInd', 'MsgNmId').startsWith('camt.054')

function sideOf(element: Element): 'in' | 'out' | null {
  const text = textAt(element, 'CdtDbtInd')
  return text === 'CRDT' ? 'in' : text === 'DBIT' ? 'out' : null
}

function dayAt(entry: Element, name: string): string | null {
  const day = (textAt(entry, name, 'Dt') || textAt(entry, name, 'DtTm')).slice(0, 10)
  return isDay(day) ? day : null
}

/** The amount of one payment of several; version .02 has it only among the amount details. */
const amountOf = (details: Element) =>
  eurosAt(details, 'Amt') ??
  eurosAt(details, 'AmtDtls', 'TxAmt', 'Amt') ??
  eurosAt(details, 'AmtDtls', 'InstdAmt', 'Amt')

type Line = Pick<CamtEntry, 'day' | 'side' | 'iban'> & {
  entry: Element
  details: Element | null
  /** Whether it is one payment of several, so that the line's texts and references are not its own. */
  isPart: boolean
}

function readDetails(line: Line): Omit<CamtEntry, 'amountInCent'> {
  const { entry, details, day, side } = line
  const references = elementAt(details, 'Refs')
  const { isReturn, isCollection } = kindOf(line)
  return {
    day,
    side,
    originalInCent: eurosAt(details, 'AmtDtls', 'InstdAmt', 'Amt'),
    chargeInCent: chargesOf(details) || chargesOf(entry),
    sharedChargeInCent: 0,
    isReturn,
    isReversal: isReversal(entry),
    isCollection,
    reasonCode: textAt(details, 'RtrInf', 'Rsn', 'Cd').slice(0, 35) || null,
    endToEndId: referenceAt(references, 'EndToEndId'),
    mandateId: referenceAt(references, 'MndtId'),
    references: referencesOf(entry, references),
    ...otherParty(line),
    ...purposesOf(line),
    texts: textsOf(line),
    bankReferences: bankReferencesOf(line),
    detailsElsewhere: false,
  }
}

const isReversal = (entry: Element) => ['true', '1'].includes(textAt(entry, 'RvslInd'))

/** The kind by the German booking code (NTRF+109), the ISO 20022 code, or accompanying elements. */
function kindOf({ entry, details, side }: Line): Pick<CamtEntry, 'isReturn' | 'isCollection'> {
  const places = [elementAt(details, 'BkTxCd'), elementAt(entry, 'BkTxCd')]
  const codes = places.map(
    (place) => /^(?:\w{4}\+)?(\d{3})/.exec(textAt(place, 'Prtry', 'Cd'))?.[1],
  )
  const families = places.map((place) => textAt(place, 'Domn', 'Fmly', 'Cd'))
  const subFamilies = places.map((place) => textAt(place, 'Domn', 'Fmly', 'SubFmlyCd'))
  const includesAny = (known: readonly string[], among: readonly (string | undefined)[]) =>
    among.some((code) => code !== undefined && known.includes(code))
  const isReturn =
    elementAt(details, 'RtrInf') !== null ||
    (side === 'out' &&
      (includesAny(['108', '109'], codes) || includesAny(['UPDD'], subFamilies))) ||
    (side === 'in' && includesAny(['159', '181', '184'], codes))
  const isCollection =
    side === 'in' &&
    !isReturn &&
    (includesAny(['171', '174', '192', '196'], codes) ||
      includesAny(['IDDT'], families) ||
      textAt(details, 'Refs', 'MndtId') !== '')
  return { isReturn, isCollection }
}

/** The charges in cents. Version .02 has a `Chrgs` for each, version .08 one with a record for each. */
function chargesOf(parent: Element | null): number {
  const charges = childrenOf(parent, 'Chrgs')
  const records = charges.flatMap((one) => {
    const listed = childrenOf(one, 'Rcrd')
    return listed.length > 0 ? listed : [one]
  })
  return records
    .filter((one) => sideOf(one) !== 'in')
    .map((one) => eurosAt(one, 'Amt') ?? eurosAt(one, 'TtlChrgsAndTaxAmt') ?? 0)
    .reduce((sum, cents) => sum + cents, 0)
}

const noReference = /^(NOTPROVIDED|NONREF|KREF\+|)$/i

function referenceAt(references: Element | null, name: string): string | null {
  const text = textAt(references, name)
  return noReference.test(text) ? null : text
}

function referencesOf(entry: Element, references: Element | null): string[] {
  const batch = elementAt(entry, 'NtryDtls', 'Btch')
  const all = [batch, references].flatMap((parent) => [...(parent?.children ?? [])])
  const texts = all
    .filter(({ children, localName }) => children.length === 0 && localName.endsWith('Id'))
    .map(({ textContent }) => oneLine(textContent))
  return texts.filter((text) => !noReference.test(text))
}

/**
 * The party whose account is not the guild's: the debtor, or the creditor of money that the guild
 * sent.
 */
function otherParty({ details, iban, side }: Line): Pick<CamtEntry, 'name' | 'iban'> {
  const parties = elementAt(details, 'RltdPties')
  const read = (party: string) => ({
    name:
      textAt(parties, party, 'Nm') ||
      textAt(parties, party, 'Pty', 'Nm') ||
      textAt(parties, `Ultmt${party}`, 'Nm') ||
      textAt(parties, `Ultmt${party}`, 'Pty', 'Nm'),
    iban: plainIban(textAt(parties, `${party}Acct`, 'Id', 'IBAN')),
  })
  const [debtor, creditor] = [read('Dbtr'), read('Cdtr')]
  const isOurs = debtor.iban === iban || (side === 'out' && !debtor.name && !debtor.iban)
  return isOurs ? creditor : debtor
}

function purposesOf({ entry, details }: Line): Pick<CamtEntry, 'purpose' | 'keyPurpose'> {
  const given = elementAt(details, 'RmtInf')
  const structured = childrenOf(given, 'Strd')
  const lines = childrenOf(given, 'Ustrd').map(({ textContent }) => oneLine(textContent))
  const references = structured.map((one) => textAt(one, 'CdtrRefInf', 'Ref'))
  const more = structured.flatMap((one) =>
    childrenOf(one, 'AddtlRmtInf').map(({ textContent }) => oneLine(textContent)),
  )
  const joinLines = (texts: readonly string[]) => texts.filter(Boolean).join(' ')
  const kind = textAt(entry, 'AddtlNtryInf')
  return {
    purpose: joinLines([...lines, ...references, ...more]) || textAt(details, 'AddtlTxInf') || kind,
    keyPurpose: joinLines([...lines, ...references]) || kind,
  }
}

/**
 * Elements without a purpose text: the bank's numbers and codes, and the parties with their
 * accounts.
 */
const noTexts = new Set([
  ...['AcctSvcrRef', 'BkTxCd', 'RltdAgts'],
  ...['Dbtr', 'DbtrAcct', 'Cdtr', 'CdtrAcct'],
])

/** The line's texts; those of one element name are joined, because banks split a long purpose. */
function textsOf({ entry, details, isPart }: Line): string[] {
  const ofLine = ['NtryRef', 'AddtlNtryInf'].map((name) => elementAt(entry, name))
  const batch = elementAt(entry, 'NtryDtls', 'Btch')
  const places = [details, ...(isPart ? [] : [...ofLine, batch])]
  const all = places.flatMap((place) => textsIn(place, noTexts))
  return [...Map.groupBy(all, ([name]) => name).values()]
    .map((texts) => texts.map(([, text]) => text).join('\n'))
    .filter((text) => text.trim() !== '')
}

/** The bank's references of the payment, and of the line unless the payment is one of several. */
function bankReferencesOf({ entry, details, isPart }: Line): string[] {
  const own = textAt(details, 'Refs', 'AcctSvcrRef')
  const ofLine = textAt(entry, 'AcctSvcrRef')
  const references = [own, ...(isPart && isBankReference(own) ? [] : [ofLine])]
  return [...new Set(references.map((text) => text.replace(/\s/g, '').toUpperCase()))].filter(
    isBankReference,
  )
}

const isBankReference = (text: string) => !noReference.test(text) && /[^0]/.test(text)
