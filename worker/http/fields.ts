import { z } from 'zod'
import { isBlank } from '#worker/domain/blank.ts'
import { isDay } from '#worker/domain/dates.ts'
import { maxLength } from '#worker/domain/text-limits.ts'

// The building blocks of every contract. An issue with `params.malformed` is a request that does
// not parse (400); every other one is well-formed and not acceptable (422): http/validate.ts.

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: line breaks and tabs have no place in one line
const lineControlCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/u
// A half of a surrogate pair is no text: it could not be stored and read back as it is.
const loneSurrogate = /\p{Surrogate}/u

const notPrintable = 'Dieser Text enthält Zeichen, die nicht gespeichert werden können.'

function text(max: number, forbidden: RegExp) {
  return z
    .string()
    .refine((value) => !forbidden.test(value) && !loneSurrogate.test(value), notPrintable)
    .max(max, `Höchstens ${max} Zeichen.`)
}

/** A name of a person: any printable text, not blank. Stored trimmed. */
export const name = (missing: string) =>
  text(maxLength.name, lineControlCharacters)
    .transform((value) => value.trim())
    .refine((value) => !isBlank(value), missing)

/** One line of other text; "" when left out. */
export const line = (max: number = maxLength.line) =>
  text(max, lineControlCharacters).transform((value) => value.trim())

/** One line of other text that has to be there. */
export const filledLine = (missing: string, max: number = maxLength.line) =>
  line(max).refine((value) => !isBlank(value), missing)

/** Several lines. */
export const comment = () => text(maxLength.comment, controlCharacters)

/** A calendar day; 31 February does not parse. Spec §5: the years 1900 to 2099. */
export const day = () =>
  z
    .string()
    .refine(isDay, {
      message: 'Das ist kein gültiges Datum.',
      params: { malformed: true },
      abort: true,
    })
    .refine(
      (value) => value >= '1900-01-01' && value <= '2099-12-31',
      'Das Datum muss zwischen 1900 und 2099 liegen.',
    )

export const cents = (max: number) =>
  z.int().min(0, 'Der Betrag darf nicht negativ sein.').max(max, 'Der Betrag ist zu hoch.')

export const id = () => z.int().positive()
