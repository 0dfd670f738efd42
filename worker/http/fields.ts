import { z } from 'zod'
import { isDay } from '#worker/domain/dates.ts'
import { maxLength } from '#worker/domain/limits.ts'
import {
  cleanLine,
  cleanLines,
  isBlank,
  isPrintable,
  isPrintableLine,
} from '#worker/domain/text.ts'

// The building blocks of every contract. An issue with `params.malformed` is a request that does
// not parse (400); every other one is well-formed and not acceptable (422): http/validate.ts.

const notPrintable = 'Dieser Text enthält Zeichen, die nicht gespeichert werden können.'

/** Text is cleaned first (domain/text.ts) and judged as it will be stored. */
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

/** One line of other text. */
export const line = (max: number = maxLength.line) => text(cleanLine, isPrintableLine, max)

/** One line of other text that has to be there. */
export const filledLine = (missing: string, max: number = maxLength.line) =>
  line(max).refine((value) => !isBlank(value), missing)

/** Several lines. */
export const comment = (max: number = maxLength.comment) => text(cleanLines, isPrintable, max)

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

/**
 * `before` of a PUT: fields as they were loaded. Only their types are judged, not the rules: what is
 * stored may be older than a rule, and is compared as it stands.
 */
export function asLoaded(fields: z.core.$ZodShape) {
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
      throw new Error(`What is loaded of a ${def.type}?`)
  }
}
