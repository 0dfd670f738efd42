import {
  friendlyFormatIBAN,
  getCountrySpecifications,
  isValidIBAN,
  ValidationErrorsIBAN,
  validateIBAN,
} from 'ibantools'
import { plainIban } from '#worker/domain/text.ts'

/** "DE02 1203 0000 0000 2020 51" */
export function groupedIban(iban: string): string {
  return friendlyFormatIBAN(iban) ?? ''
}

const countries = getCountrySpecifications()

/** The error of an IBAN, null for none. While the user types (`isFinished` false), a short IBAN is no error yet. */
export function ibanProblem(iban: string, isFinished: boolean): string | null {
  if (iban.length < 2) return isFinished && iban ? tooShort : null
  const country = iban.slice(0, 2)
  const length = countries[country]?.chars
  if (!length) return 'Eine IBAN beginnt mit dem Land, zum Beispiel DE.'
  if (iban.length > length)
    return `Diese IBAN ist zu lang. Mit ${country} hat sie ${length} Zeichen.`
  if (iban.length < length) return isFinished ? tooShort : null
  if (isValidIBAN(iban)) return null
  const { errorCodes } = validateIBAN(iban)
  return errorCodes.includes(ValidationErrorsIBAN.WrongBBANFormat)
    ? 'In dieser IBAN stehen Zeichen, die nicht hineingehören.'
    : 'Die Prüfziffer passt nicht. Vergleiche die IBAN mit der Karte.'
}

const tooShort = 'Diese IBAN ist zu kurz. Vergleiche sie mit der Karte.'

/**
 * Groups a typed IBAN by four; the caret stays behind the same character. `isDelete`: the Delete key was
 * pressed; the caret then goes behind a blank, so that the next Delete removes a character.
 */
export function regroupWithCaret(text: string, caret: number, isDelete: boolean) {
  const grouped = groupedIban(plainIban(text))
  const before = plainIban(text.slice(0, caret)).length
  const blanks = Math.floor((isDelete ? before : Math.max(before - 1, 0)) / 4)
  return { text: grouped, caret: Math.min(before + blanks, grouped.length) }
}
