import type { HonorBasis } from './codes.ts'
import { type Day, germanDate } from './dates.ts'
import type { CountedOffice, HonorRule } from './honors.ts'
import { dutyLabels } from './labels.ts'
import { placeholdersBut, withWords } from './placeholders.ts'

/** What stands in the text of a certificate for whoever gets it. */
export const certificatePlaceholders = [
  '{Name}',
  '{Ehrung}',
  '{Jahre}',
  '{Ämter}',
  '{Datum}',
] as const
type Placeholder = (typeof certificatePlaceholders)[number]

/** What a certificate says when the guild has written nothing of its own; honor and name stand above it. */
export const usualCertificates: Record<HonorBasis, string> = {
  membershipYears:
    'für {Jahre} Jahre Treue zu unserer Zunft.\nWir danken und gratulieren herzlich.',
  dutyYears:
    'für {Jahre} Jahre im Amt: {Ämter}.\nWir danken für alles, was in dieser Zeit geleistet wurde.',
  parades: 'für {Jahre} Sprünge mit unserer Zunft.\nWir danken und gratulieren herzlich.',
  manual: 'für besondere Verdienste um unsere Zunft.\nWir danken von Herzen.',
}

/** The guild's own words for an honor, else the usual ones; with their placeholders. */
export function certificateText(rule: Pick<HonorRule, 'basis' | 'certificateText'>): string {
  return rule.certificateText || usualCertificates[rule.basis]
}

/** What a certificate knows of the honor that it is for. */
export type Certified = {
  /** "Anna Häußler" */
  name: string
  /** As the guild calls it. */
  honor: string
  /** Years, or Sprünge where those are counted; null for an honor that is given by hand. */
  count: number | null
  offices: readonly CountedOffice[]
  /** The day of the assembly. */
  date: Day
}

/** The text as it is printed. What stands in a name is no placeholder. */
export function certificateWords(text: string, certified: Certified): string {
  const words: Record<Placeholder, string> = {
    '{Name}': certified.name,
    '{Ehrung}': certified.honor,
    '{Jahre}': certified.count === null ? '' : String(certified.count),
    '{Ämter}': certified.offices
      .map(({ duty, years }) => `${dutyLabels[duty]} ${years}`)
      .join(', '),
    '{Datum}': germanDate(certified.date),
  }
  return withWords(text, words)
}

/** Why a text cannot be printed for honors that count this way: it would show braces or a hole. null = it can. */
export function certificateProblem(basis: HonorBasis, text: string): string | null {
  const [unknown] = placeholdersBut(certificatePlaceholders, text)
  if (unknown !== undefined) {
    return `${unknown} kennen wir nicht. Es gibt ${certificatePlaceholders.join(', ')}.`
  }
  if (basis === 'manual' && text.includes('{Jahre}')) {
    return '{Jahre} gibt es nicht, wenn die Ehrung von Hand vergeben wird.'
  }
  if (basis !== 'dutyYears' && text.includes('{Ämter}')) {
    return '{Ämter} gibt es nur bei Ehrungen für Jahre im Amt.'
  }
  return null
}
