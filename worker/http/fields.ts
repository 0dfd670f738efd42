import { z } from 'zod'
import { type Duty, type HonorType, isDuty, isHonorType } from '#worker/domain/codes.ts'
import { isDay } from '#worker/domain/dates.ts'
import { maxAge, maxLength } from '#worker/domain/limits.ts'
import { findUnknownPlaceholders } from '#worker/domain/placeholders.ts'
import {
  cleanLine,
  cleanLines,
  isBlank,
  isPrintable,
  isPrintableLine,
} from '#worker/domain/text.ts'
import { isTime } from '#worker/domain/times.ts'

// The building blocks of all contracts. An issue with `params.malformed` means that the request cannot be
// parsed (400); every other issue is a well-formed but unacceptable value (422): http/validate.ts.

const notPrintable = 'Dieser Text enthält Zeichen, die nicht gespeichert werden können.'

/** The schema of a text, which is cleaned first (domain/text.ts) and then validated as it will be stored. */
function text(
  clean: (typed: string) => string,
  isStorable: (value: string) => boolean,
  max: number,
) {
  return z
    .string()
    .transform(clean)
    .refine(isStorable, notPrintable)
    .refine((value) => value.length <= max, `Höchstens ${max} Zeichen.`)
}

/** A name of a person: any printable text, not blank. */
export const name = (missing: string) => filledLine(missing, maxLength.name)

/** One line of text; it may be empty. */
export const line = (max: number = maxLength.line) => text(cleanLine, isPrintableLine, max)

/** One line of text that must not be blank; `missing` is the message. */
export const filledLine = (missing: string, max: number = maxLength.line) =>
  line(max).refine((value) => !isBlank(value), missing)

/** A text of several lines. */
export const comment = (max: number = maxLength.comment) => text(cleanLines, isPrintable, max)

/** A calendar day; 31 February is malformed. Spec §5: the years 1900 to 2099. */
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

/** A time of day, "20:00". */
export const time = () => z.string().refine(isTime, 'Das ist keine Uhrzeit. Schreib sie so: 20:00.')

/** The time at which something ends. The end of the day is sent as "24:00" or null and stored as null. */
export const timeOfEnd = () =>
  z
    .string()
    .refine(
      (value) => isTime(value) || value === '24:00',
      'Das ist keine Uhrzeit. Schreib sie so: 20:00.',
    )
    .transform((value) => (value === '24:00' ? null : value))
    .nullable()

export const cents = (max: number) =>
  z.int().min(0, 'Der Betrag darf nicht negativ sein.').max(max, 'Der Betrag ist zu hoch.')

/** The age that a rule for minors states, in years; null = no rule. */
export const ageOfRule = () =>
  z
    .int('Gib ganze Jahre an.')
    .min(0, `Es sind 0 bis ${maxAge} Jahre.`)
    .max(maxAge, `Es sind 0 bis ${maxAge} Jahre.`)
    .nullable()

export const id = () => z.int().positive()

/** The code of an office; only the database knows which of the guild's own codes exist. */
export const dutyCode = () =>
  z
    .string()
    .refine(isDuty, noSuchOffice)
    .transform((code) => code as Duty)

/** The code of an honor; only the database knows which of the guild's own codes exist. */
export const honorCode = () =>
  z
    .string()
    .refine(isHonorType, noSuchHonor)
    .transform((code) => code as HonorType)

export const noSuchOffice = 'Dieses Amt gibt es in Eurer Zunft nicht.'
export const noSuchHonor = 'Diese Ehrung gibt es in Eurer Zunft nicht mehr.'

/**
 * `before` of a PUT: the fields as loaded. Only their types are validated, since a stored value may be older
 * than a rule.
 */
export function loadedFields(fields: z.core.$ZodShape) {
  const shape = Object.entries(fields).map(([name, field]) => [name, typeOnly(field)])
  return z.object(Object.fromEntries(shape)).partial().optional()
}

function typeOnly(field: z.core.$ZodType): z.ZodType {
  const { def } = (field as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'pipe':
      return typeOnly(def.in)
    case 'nullable':
      return typeOnly(def.innerType).nullable()
    case 'optional':
      return typeOnly(def.innerType).optional()
    case 'default':
      return typeOnly(def.innerType).default(def.defaultValue)
    case 'array':
      return z.array(typeOnly(def.element))
    case 'object':
      return z.object(
        Object.fromEntries(Object.entries(def.shape).map(([name, part]) => [name, typeOnly(part)])),
      )
    case 'string':
    case 'enum':
      return z.string()
    case 'number':
      return z.number()
    case 'boolean':
      return z.boolean()
    default:
      throw new Error(`loadedFields does not support ${def.type}`)
  }
}

/** A text whose words in braces all have to be known placeholders. */
export function withPlaceholders<Schema extends z.ZodType<string>>(
  schema: Schema,
  known: readonly string[],
) {
  return schema.superRefine((text, context) => {
    const [unknown] = findUnknownPlaceholders(known, text)
    if (unknown === undefined) return
    const message = `${unknown} kennen wir nicht. Es gibt ${known.join(', ')}.`
    context.addIssue({ code: 'custom', message })
  })
}
