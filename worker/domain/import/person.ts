import { isValidBIC, isValidIBAN } from 'ibantools'
import { maxLength } from '#worker/domain/limits.ts'
import { isSepaReference } from '#worker/domain/sepa-text.ts'
import { plainIban } from '#worker/domain/text.ts'
import { lineOf } from './cells.ts'
import { headingKey } from './headings.ts'
import type { RowReader } from './row-reader.ts'
import type { MemberValues, PersonRef } from './types.ts'

type Names = { firstName: string; lastName: string; maidenName: string }

const twoPeople = 'Zwei Personen in einer Zeile'

const particle =
  '(?:von|vom|van|de|del|della|der|den|dem|des|di|da|du|la|le|ter|ten|zu|zum|zur|und)'
const particlesBehind = new RegExp(`\\s((?:von|vom|van|de|zu|zum|zur)(?:\\s${particle})*)$`, 'iu')
const isParticle = new RegExp(`^${particle}$`, 'u')
const beginsLastName = /^(?:von|vom|van|de|del|della|di|da|du|la|le|ter|ten|zu|zum|zur)$/iu
const title = /^(?:dr|prof|dipl|ing|med|mag|h\.?c|phil|rer|nat|jur)\.?(?:-[a-z]+\.?)*$/iu
const suffix = /^(?:jun|sen|jr|sr|junior|senior)\.?$/iu
const born = /[\s,(]*(?<![\p{L}])(?:geb\.?|geborene?r?)[\s:]+(\p{L}[^),\d]*?)\s*(?:\)|(?=,)|$)/iu

const nobility = /\bvon und zu\b/gi
const several =
  /(?:^|\s)(?:[Uu]nd|UND|u\.?|oder|sowie)\s|[&+/]|^(?:[Ff]amilie|[Ff]am\.?|[Ee]heleute|[Ee]hepaar)\s/u

/** Whether a name stands for several people: "Ida und Fred", "Ida/Fred", "Familie Haas". */
function isSeveral(text: string): boolean {
  return several.test(text.replace(nobility, 'von'))
}

/** Splits "Schmid geb. Bantle" into name and maiden name. */
function withoutBorn(text: string): { rest: string; maidenName: string } {
  const found = born.exec(text)
  if (!found) return { rest: text, maidenName: '' }
  const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`
    .replace(/\s+,/g, ',')
    .replace(/\s+/g, ' ')
    .trim()
  return born.test(rest) || rest === ''
    ? { rest: text, maidenName: '' }
    : { rest, maidenName: (found[1] ?? '').trim() }
}

const legalForm =
  /(?:^|[\s&.])(?:(?:[Gg][Gg]?)?[Mm][Bb][Hh]|G[Bb]R|OHG|KGaA|UG|AG|KG|eG|SE|e\. ?[GVK]\.?|eV|eK|& Co\.?)(?=$|[\s,.&])/u
const kindOfHouse =
  /(?:^|\s)(?:firma|fa\.|\p{L}*(?:verein|gasthaus|gasthof|brauerei|bäckerei|metzgerei|sparkasse|volksbank|raiffeisenbank|apotheke|autohaus|feuerwehr|stiftung|kindergarten|gemeinde|verwaltung|zunft))(?=$|\s)/iu

/** Whether a name is an organization's, by legal form or kind: "Gasthaus Krone GmbH", "Musikverein Moosried". */
function isNameOfOrganization(text: string): boolean {
  return legalForm.test(text) || (text.includes(' ') && kindOfHouse.test(text))
}

type Order = 'firstLast' | 'lastFirst'

/** The order that the heading states: "Vorname Name", "Name, Vorname". */
function orderOf(heading: string): Order | null {
  const key = headingKey(heading)
  if (/^vor/.test(key)) return 'firstLast'
  return /^(?:nach|familien|zu)?name(?:und|u)?vorname$/.test(key) ? 'lastFirst' : null
}

/** Splits a whole name; null when the user has to be asked whether first or last name comes first. */
function splitName(text: string, order: Order | null): Omit<Names, 'maidenName'> | null {
  const comma = text.indexOf(',')
  const behind = text.slice(comma + 1).trim()
  if (comma >= 0 && !suffix.test(behind)) {
    const [titles, lastName] = splitWhile(text.slice(0, comma).trim().split(' '), isTitle)
    return { lastName: lastName.join(' '), firstName: [...titles, behind].join(' ').trim() }
  }
  const words = text.replace(/,/g, '').split(' ')
  if (words.length === 1) return { lastName: text, firstName: '' }
  if (order === null) return null
  return order === 'firstLast' ? lastBehind(words) : lastBefore(words)
}

const isTitle = (word: string) => title.test(word)

function splitWhile(words: string[], test: (word: string) => boolean): [string[], string[]] {
  const end = words.findIndex((word) => !test(word))
  return end < 0 ? [[], words] : [words.slice(0, end), words.slice(end)]
}

function lastBehind(words: string[]): Omit<Names, 'maidenName'> {
  const ends = words.slice(2).filter((word) => suffix.test(word))
  const names = words.filter((word) => !ends.includes(word))
  const at = names.findIndex((word, index) => index > 0 && beginsLastName.test(word))
  const cut = at > 0 && at < names.length - 1 ? at : names.length - 1
  return {
    firstName: [...names.slice(0, cut), ...ends].join(' '),
    lastName: names.slice(cut).join(' '),
  }
}

function lastBefore(words: string[]): Omit<Names, 'maidenName'> {
  const [titles, names] = splitWhile(words, isTitle)
  const [particles] = splitWhile(
    names,
    (word) => isParticle.test(word) || beginsLastName.test(word),
  )
  const cut = particles.length + 1
  return {
    lastName: names.slice(0, cut).join(' '),
    firstName: [...titles, ...names.slice(cut)].join(' '),
  }
}

type ReadNames = Names & {
  blame: { first: string; last: string }
  /** Whether the row states a company or association, which has no first name. */
  isOrganization: boolean
}

/** The names of a row, '' for a name that is missing, and `blame`: the field whose correction fixes a name. */
export function readNames(row: RowReader): ReadNames {
  const hasWhole = row.isMapped('fullName')
  const blame = {
    first: hasWhole && !row.isMapped('firstName') ? 'fullName' : 'firstName',
    last: hasWhole && !row.isMapped('lastName') ? 'fullName' : 'lastName',
  }
  const first = row.line('firstName')
  const last = row.line('lastName')
  const full = first !== '' && last !== '' ? '' : row.line('fullName')
  const organization = organizationOf(row, { first, last, full })
  if (organization !== null) {
    const lastName = row.fitting(blame.last, organization, maxLength.name)
    return { firstName: '', lastName, maidenName: '', blame, isOrganization: true }
  }
  const names = { firstName: '', lastName: '', maidenName: '' }
  if (full !== '') readWhole(row, full, names, first !== '')
  if (first !== '' && isSeveral(first)) row.error('firstName', twoPeople)
  else if (first !== '') {
    const { rest, maidenName } = withoutBorn(first)
    names.firstName = rest
    names.maidenName ||= maidenName
  }
  if (last !== '' && / (?:und|&) /i.test(last.replace(nobility, 'von'))) {
    row.error('lastName', twoPeople)
  } else if (last !== '') {
    const { rest, maidenName } = withoutBorn(last)
    names.lastName = rest
    names.maidenName = maidenName || names.maidenName
  }
  const particles = particlesBehind.exec(` ${names.firstName}`)?.[1]
  if (particles && names.lastName !== '') {
    names.firstName = names.firstName.slice(0, -particles.length).trim()
    names.lastName = `${particles} ${names.lastName}`
    row.note(blame.last, `„${particles}“ gehört zum Nachnamen`)
  }
  const maiden = row.line('maidenName').replace(/^(?:geb(?:\.|orene?r?)?[\s:]+)+/iu, '')
  const maidenName = maiden || names.maidenName
  return {
    firstName: row.fitting(blame.first, lineOf(names.firstName), maxLength.name),
    lastName: row.fitting(blame.last, lineOf(names.lastName), maxLength.name),
    maidenName: row.fitting('maidenName', lineOf(maidenName), maxLength.name),
    blame,
    isOrganization: false,
  }
}

/** The organization's name, from its own column or a name that is an organization's; null for a person. */
function organizationOf(
  row: RowReader,
  { first, last, full }: { first: string; last: string; full: string },
): string | null {
  const own = row.line('organization')
  const named = last || full
  if (first !== '' || (own !== '' && full !== '')) {
    if (own !== '') row.note('organization', 'Wird nicht übernommen: Hier ist ein Mensch Mitglied.')
    return null
  }
  if (own === '') return isNameOfOrganization(named) ? named : null
  if (last !== '' && last !== own) {
    row.note('lastName', `Wird nicht übernommen: Mitglied ist „${own}“.`)
  }
  return own
}

/**
 * Splits the whole name into `names`. For a name that cannot be split it adds an error or a question and leaves
 * `names` empty.
 */
function readWhole(row: RowReader, full: string, names: Names, isFirstSaid: boolean): void {
  if (isSeveral(full) && !isFirstSaid) {
    row.error('fullName', twoPeople)
    return
  }
  const { rest, maidenName } = withoutBorn(full)
  const written = splitName(rest, null)
  const answered = written ? undefined : row.answers.choices.nameOrder
  const ask = () => row.choice('fullName', 'nameOrder', ['firstLast', 'lastFirst'], rest)
  const order = (answered === undefined ? undefined : ask()) ?? orderOf(row.headingOf('fullName'))
  const taken = written ?? splitName(rest, order)
  if (taken) Object.assign(names, taken, { maidenName })
  else ask()
}

/** The person whom a row is about, in files of all kinds but `members`; null when the row names no one. */
export function readPerson(row: RowReader): PersonRef | null {
  const names = readNames(row)
  const memberNumber = row.memberNumber('memberNumber')
  const birthday = row.day('birthday', { isBirthday: true })
  const { firstName, lastName, maidenName } = names
  const person: PersonRef = {
    ...(memberNumber !== undefined && { memberNumber }),
    ...(firstName && { firstName }),
    ...(lastName && { lastName }),
    ...(maidenName && { maidenName }),
    ...(birthday !== undefined && { birthday }),
  }
  return memberNumber !== undefined || firstName || lastName ? person : null
}

type BankValues = Pick<
  MemberValues,
  | 'bankingIban'
  | 'bankingBic'
  | 'bankingSepaAllowed'
  | 'bankingSepaAllowedDate'
  | 'mandateReference'
>

/**
 * Account and mandate of a row, validated as on the member's page (members/member-problems.ts): a mandate without
 * date or IBAN is an error.
 */
export function readBankData(row: RowReader): BankValues {
  const values: BankValues = {}
  const iban = plainIban(row.line('bankingIban').replace(/^IBAN[\s:]*/i, ''))
  if (iban && !isValidIBAN(iban)) {
    row.error('bankingIban', 'Diese IBAN stimmt nicht. Prüfe, ob alle Ziffern richtig sind.')
  } else if (iban) values.bankingIban = iban
  const bic = row.line('bankingBic').replace(/\s/g, '').toUpperCase()
  if (bic && !isValidBIC(bic)) {
    row.error('bankingBic', 'Dieser BIC stimmt nicht. Er hat 8 oder 11 Zeichen.')
  } else if (bic) values.bankingBic = bic
  const reference = row.line('mandateReference')
  if (reference && !isSepaReference(reference)) {
    row.error('mandateReference', 'Diese Mandatsreferenz lehnt die Bank ab.')
  } else if (reference) values.mandateReference = reference
  const allowed = row.yesOrNo('bankingSepaAllowed')
  if (allowed !== undefined) values.bankingSepaAllowed = allowed
  const day = mandateDay(row, allowed === true)
  if (day !== undefined) values.bankingSepaAllowedDate = day
  if (allowed && values.bankingIban === undefined) {
    row.missing('bankingIban', 'Ein SEPA-Mandat braucht eine IBAN.')
  }
  return values
}

/** The date of the mandate: the row's, else for a row with a mandate the date given for the whole column. */
function mandateDay(row: RowReader, isMandate: boolean) {
  const field = 'bankingSepaAllowedDate'
  const own = row.dayOf(field, row.inFile(field))
  const forAll = isMandate && own === undefined && !row.hasError(field) && !row.isCorrected(field)
  const day = forAll ? row.dayOf(field, row.forEmpty(field)) : own
  if (day !== undefined && day > row.today) {
    return row.error(field, 'Das Datum des SEPA-Mandats liegt in der Zukunft.')
  }
  if (isMandate && day === undefined && !row.hasError(field)) {
    row.missing(field, 'Gib an, wann das SEPA-Mandat unterschrieben wurde.')
    row.ask({ place: 'empty', field, word: '' })
  }
  return day
}
