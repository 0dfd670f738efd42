import { memberFields } from '#worker/domain/member.ts'
import { isEmailAddress } from '#worker/domain/text.ts'
import { lineOf, oneLine, quoted, severalLines } from './cells.ts'
import type { RowReader } from './row-reader.ts'
import { type Country, countryOfTown } from './towns.ts'
import type { MemberValues } from './types.ts'
import { isMobile, wordKey } from './words.ts'

type Address = Pick<MemberValues, 'addressStreet' | 'addressNumber' | 'addressPlz' | 'addressTown'>

const houseNumber =
  /^(.*?[^\s,])(?:[\s,]+|(?<=\p{L}\.))(\d+(?:\s?[a-zA-Z]\b)?(?:\s?[-–/+]\s?(?:\d+(?:\s?[a-zA-Z]\b)?|[a-zA-Z]\b))*(?:\s1\/2)?)$/u

/** Splits "Hauptstr. 12a" into street and number; a text without a house number is the street. */
function streetParts(text: string): Address {
  const parts = houseNumber.exec(text)
  if (!parts?.[1] || !parts[2] || parts[2].length > memberFields.addressNumber.max)
    return { addressStreet: text }
  if (/^(?:Postfach|PF)\b/i.test(text)) return { addressStreet: text }
  const street = parts[1].replace(/[\s,]+(?:Nr|No|Hnr|Haus-?(?:nr|nummer))\.?$/i, '')
  return { addressStreet: street, addressNumber: parts[2] }
}

const plzBefore = /^((?:\p{Lu}{1,3}\s?-\s?)?\d{4,5})[\s,]+(\p{L}.*)$/u
const wholeAddress = /^(?:(.*?)[\s,;/|·•–]+)?((?:\p{Lu}{1,3}\s?-\s?)?\d{4,5})\s+(\p{L}[^\d]*)$/u
const germany = [
  'deutschland',
  'd',
  'de',
  'deu',
  'ger',
  'germany',
  'brd',
  'bundesrepublikdeutschland',
]

/** The country that a word names; null when it names none. */
function countryOf(word: string): Country | 'other' | null {
  const key = wordKey(word)
  if (key === '') return null
  if (germany.includes(key)) return 'DE'
  if (/^(?:ch|che|sui|schweiz|switzerland|suisse)$/.test(key)) return 'CH'
  return /^(?:a|at|aut|oesterreich|austria)$/.test(key) ? 'AT' : 'other'
}

export function readAddress(row: RowReader): Address {
  const country = countryOf(row.line('country'))
  const found: Address = {}
  const put = (field: string, address: Address) => {
    for (const key of addressFields) {
      const value = address[key]
      if (value === undefined || found[key] !== undefined) continue
      found[key] =
        key === 'addressPlz' ? (plzOf(row, field, value, townOf(address), country) ?? '') : value
    }
  }
  const townOf = (address: Address) => address.addressTown ?? found.addressTown ?? town
  const street = row.line('streetAndNumber')
  const number = row.line('addressNumber')
  if (street) {
    const isApart = row.isMapped('addressNumber') || row.isCorrected('addressNumber')
    put('streetAndNumber', isApart ? { addressStreet: street } : streetParts(street))
  }
  if (number) put('addressNumber', { addressNumber: number })
  const plz = row.line('addressPlz')
  const town = row.line('addressTown')
  const plzWithTown = town === '' ? plzBefore.exec(plz) : null
  const townWithPlz = plz === '' ? plzBefore.exec(town) : null
  if (plz) put('addressPlz', plzWithTown ? partsOf(plzWithTown) : { addressPlz: plz })
  if (town) put('addressTown', townWithPlz ? partsOf(townWithPlz) : { addressTown: town })
  const both = row.line('plzAndTown')
  if (both) {
    const parts = plzBefore.exec(both)
    const alone = /^[\d\s-]+$/.test(both) ? { addressPlz: both } : { addressTown: both }
    put('plzAndTown', parts ? partsOf(parts) : alone)
  }
  if (row.line('wholeAddress')) {
    const whole = lineOf(severalLines(row.cell('wholeAddress')).replace(/\n/g, ', '))
    const parts = wholeParts(whole)
    if (parts) put('wholeAddress', parts)
    else
      row.error(
        'wholeAddress',
        `${quoted(whole)} lässt sich nicht in Straße, PLZ und Ort zerlegen.`,
      )
  }
  return addressWithinLimits(row, found)
}

const addressFields = ['addressStreet', 'addressNumber', 'addressPlz', 'addressTown'] as const

function partsOf([, addressPlz = '', addressTown = '']: RegExpExecArray): Address {
  return { addressPlz, addressTown }
}

function wholeParts(text: string): Address | null {
  const bare = text.replace(/[,\s]+(?:Deutschland|Germany)$/iu, '')
  const reversed = /^((?:D\s?-\s?)?\d{4,5}\s+\p{L}[^\d,;]*)[,;]\s*(\p{L}.*)$/u.exec(bare)
  const inOrder = reversed ? `${reversed[2]}, ${reversed[1]}` : bare
  const [, street = '', addressPlz, addressTown] = wholeAddress.exec(inOrder) ?? []
  if (addressPlz === undefined || addressTown === undefined) return null
  return { ...(street && streetParts(street)), addressPlz, addressTown }
}

function addressWithinLimits(row: RowReader, found: Address): Address {
  const blame = row.isMapped('wholeAddress') ? 'wholeAddress' : null
  const address: Address = {}
  for (const key of addressFields) {
    const own = key === 'addressStreet' ? 'streetAndNumber' : key
    const value = row.fitting(blame ?? own, lineOf(found[key] ?? ''), memberFields[key].max)
    if (value) address[key] = value
  }
  return address
}

/**
 * Five digits are a German postal code. Four digits may be a German one without its leading zero,
 * or a Swiss or Austrian one: the country, the town or another row with the same code decides,
 * otherwise the user is asked once for the column.
 */
export function plzOf(
  row: RowReader,
  field: string,
  typed: string,
  town: string,
  country: Country | 'other' | null,
): string | undefined {
  const text = typed.replace(/^DE?[\s-]*(?=\d)/i, '').trim()
  const isNamed = text !== typed.trim()
  const home = isNamed ? 'DE' : country
  if ((home !== null && home !== 'DE') || !/^[\d\s]+$/.test(text)) return text
  const digits = text.replace(/\s/g, '')
  if (digits.length === 5) return digits
  if (digits.length !== 4) return row.error(field, `${quoted(typed)} ist keine Postleitzahl.`)
  const proven = home ?? (row.facts.plz.has(`0${digits}`) ? 'DE' : countryOfTown(digits, town))
  const answered = proven
    ? proven === 'DE'
      ? 'german'
      : 'foreign'
    : row.choice(field, `plz:${field}`, ['german', 'foreign'], `${digits} ${town}`.trim())
  if (answered !== 'german') return answered && digits
  row.note(field, `PLZ „${digits}“: 0${digits}`)
  return `0${digits}`
}

/** The country of the address, if the row leaves no doubt. */
function homeOf(row: RowReader, { addressPlz = '', addressTown = '' }: Address): Country | null {
  const named = countryOf(row.line('country'))
  if (named !== null) return named === 'other' ? null : named
  const prefix = /^(CH|A)[\s-]+\d{4}$/i.exec(addressPlz)?.[1]?.toUpperCase()
  if (prefix) return prefix === 'CH' ? 'CH' : 'AT'
  return /^\d{4}$/.test(addressPlz) ? countryOfTown(addressPlz, addressTown) : null
}

/**
 * Phone and mobile number of a row. A mobile number in the column for phones becomes the mobile number where the
 * file has no column for those; of two numbers in one cell each goes to its own field.
 */
export function readPhones(
  row: RowReader,
  address: Address,
): Pick<MemberValues, 'phone' | 'phoneMobile'> {
  const country = homeOf(row, address)
  const home = numbersIn(row, 'phone', country)
  const mobile = numbersIn(row, 'phoneMobile', country)
  const hasMobileColumn = row.isMapped('phoneMobile') || row.isCorrected('phoneMobile')
  const all = { phone: home.join(', '), phoneMobile: mobile.join(', ') }
  if (mobile.length === 0) {
    const at = home.findIndex((number) => isMobile(number))
    if (at >= 0 && (home.length === 2 || !hasMobileColumn)) {
      all.phoneMobile = home[at] ?? ''
      all.phone = home.filter((_, index) => index !== at).join(', ')
    }
  } else if (mobile.length === 2 && home.length === 0) {
    const at = mobile.findIndex((number) => !isMobile(number))
    if (at >= 0) {
      all.phone = mobile[at] ?? ''
      all.phoneMobile = mobile[1 - at] ?? ''
    }
  }
  const phone = row.fitting('phone', all.phone, memberFields.phone.max)
  const phoneMobile = row.fitting('phoneMobile', all.phoneMobile, memberFields.phoneMobile.max)
  return { ...(phone && { phone }), ...(phoneMobile && { phoneMobile }) }
}

/** The phone number of a cell, or both where it has two; other text is kept as it is. */
function numbersIn(
  row: RowReader,
  field: 'phone' | 'phoneMobile',
  country: Country | null,
): string[] {
  const cell = row.cell(field)
  const text = row.line(field)
  // Some programs write 0 when there is no number.
  if (/^0*$/.test(text)) return []
  const isNumber = typeof cell === 'number' || text !== oneLine(cell)
  // Digits without a leading 0 were a number in the spreadsheet, unless they are few: local numbers
  // are written without an area code.
  if (isNumber || /^[1-9]\d{6,}$/.test(text)) return withFront(row, field, text, country)
  const lines = severalLines(cell)
  const ways = [...lines.matchAll(/\s*(?:\n|[,;/]|\bu\.|\bund\b)\s*/giu)].flatMap(
    ({ index, 0: cut }) => {
      const parts = [lines.slice(0, index), lines.slice(index + cut.length)].map((part) =>
        part.trim(),
      )
      return parts.every(isWhole) ? [parts] : []
    },
  )
  return ways.length === 1 && ways[0] ? ways[0] : [text]
}

/** Whether the text has an area or country code and enough digits: "07433" alone is half a number. */
function isWhole(text: string): boolean {
  return /^(?:\+|0)[\d ()/.-]*$/.test(text) && text.replace(/\D/g, '').length >= 6
}

/** Restores the prefix that a spreadsheet removed from a number. */
function withFront(
  row: RowReader,
  field: 'phone' | 'phoneMobile',
  digits: string,
  country: Country | null,
): string[] {
  const found = /^\d+$/.test(digits) ? phoneInFront(digits, field === 'phoneMobile', country) : null
  const read =
    found === 'either'
      ? row.choice(field, `phoneCode:${field}`, ['country', 'national'], digits)
      : found === 'short'
        ? row.choice(field, `phoneZero:${field}`, ['national', 'asIs'], digits)
        : found
  if (read === undefined) return []
  if (read === null) {
    row.error(field, `${quoted(digits)} ist keine Telefonnummer.`)
    return []
  }
  if (read === 'asIs') return [digits]
  const number = read === 'country' ? `+${digits}` : `0${digits}`
  row.note(field, `„${digits}“ ist ${number}`)
  return [number]
}

/** The first e-mail address of the cell; `more`: the others, which the caller appends to the comment. */
export function readEMail(row: RowReader): { eMail?: string; more: string[] } {
  const text = row.line('eMail').replace(/^mailto:/i, '')
  if (text === '') return { more: [] }
  if (isEmailAddress(text)) return { eMail: text, more: [] }
  const [eMail, ...others] = text.split(/[,;/\s]+(?:(?:und|u\.|oder)\s+)?/i).filter(Boolean)
  if (eMail === undefined || others.length === 0 || ![eMail, ...others].every(isEmailAddress)) {
    row.error('eMail', 'Das ist keine gültige E-Mail Adresse.')
    return { more: [] }
  }
  row.note('eMail', `${others.join(', ')} steht im Kommentar`)
  return { eMail, more: [`Weitere E-Mail: ${others.join(', ')}`] }
}

// A spreadsheet that stores a phone number as a number drops everything before its first digit: 0,
// + or 00.

/** The least and most digits of a number that includes the country code. */
const lengths: Readonly<Record<string, readonly [least: number, most: number]>> = {
  49: [8, 13],
  41: [11, 11],
  43: [10, 13],
  33: [11, 11],
  39: [11, 13],
  31: [11, 11],
  32: [10, 11],
  34: [11, 11],
  36: [10, 11],
  40: [11, 11],
  44: [12, 12],
  45: [10, 10],
  46: [10, 11],
  47: [10, 10],
  48: [11, 11],
  90: [12, 12],
  351: [12, 12],
  352: [11, 11],
  381: [11, 12],
  385: [11, 12],
  386: [11, 11],
  387: [11, 11],
  420: [12, 12],
  421: [12, 12],
  423: [10, 10],
}

/** German area codes that begin with 49, the digits of the country code: 0491 is Leer, 04971 Esens. */
const placesOf49 = /^49(?:1|0[23]|2\d|3[1-689]|4[1-8]|5\d|6[1-8]|7[1-7])/

const mobile: Readonly<Record<string, RegExp>> = {
  49: /^491[567]\d{8,9}$/,
  41: /^417[4-9]\d{7}$/,
  43: /^436[5-9]\d{7,10}$/,
  33: /^33[67]\d{8}$/,
  39: /^393\d{8,9}$/,
  423: /^4237\d{6}$/,
}

/** Whether the digits are a German mobile number, or an area code and a number, without the leading 0. */
function isNational(digits: string): boolean {
  if (/^1/.test(digits)) return /^1(?:[567]\d{8,9}|[3-489]\d{5,9})$/.test(digits)
  if (!/^[2-9]\d{6,10}$/.test(digits)) return false
  return !digits.startsWith('49') || placesOf49.test(digits)
}

/** The country code that the digits begin with; null when there is none. */
function codeOf(digits: string): string | null {
  const code = Object.keys(lengths).find((one) => {
    const [least, most] = lengths[one] ?? [0, 0]
    return digits.startsWith(one) && digits.length >= least && digits.length <= most
  })
  // Behind +49 stands a mobile number or an area code, never a 0.
  if (code === '49' && !/^49(?:1[3-9]\d{6,}|[2-9]\d{5,10}$)/.test(digits)) return null
  return code ?? null
}

type ReadPhone = 'country' | 'national' | 'short' | null | 'either'

/**
 * What a spreadsheet dropped before the digits.
 * @param isMobile the number is in a column of mobile numbers
 * @param country the owner's country, if certain
 * @returns `short`: a 0, or the number has no area code; null: not a phone number
 */
function phoneInFront(
  digits: string,
  isMobile: boolean,
  country: 'DE' | 'CH' | 'AT' | null,
): ReadPhone {
  const code = codeOf(digits)
  const national = isNational(digits)
  if (code === null) return national ? 'national' : digits.length <= 6 ? 'short' : null
  if (!national) return 'country'
  const ofHome = { CH: '41', AT: '43', DE: '' }
  const isOfHome = country !== null && code === ofHome[country]
  const isMobileAbroad = isMobile && (mobile[code]?.test(digits) ?? false)
  return isOfHome || isMobileAbroad ? 'country' : 'either'
}
