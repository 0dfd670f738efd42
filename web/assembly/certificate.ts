import type { AssemblyRow } from '#worker/assembly/assembly.contract.ts'
import { certificateText, certificateWords } from '#worker/domain/certificates.ts'
import type { Duty } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { HonorRule } from '#worker/domain/honors.ts'
import { fullName } from '#worker/domain/names.ts'

/** What stands on one sheet. */
export type Certificate = {
  guild: string
  honor: string
  name: string
  text: string
  date: Day
  signatures: readonly Signature[]
}

/** Whose hand belongs on the line; "" = nobody holds the office. */
export type Signature = { duty: Duty; name: string }

type Known = {
  guild: string
  /** As the guild calls it. */
  honor: string
  rule: Pick<HonorRule, 'certificateText'> | undefined
  date: Day
  signatures: readonly Signature[]
}

export function certificateOf(row: AssemblyRow, known: Known): Certificate {
  const { basis, member, count, offices } = row
  const { rule, ...rest } = known
  const name = fullName(member)
  const text = certificateText({ basis, certificateText: rule?.certificateText ?? '' })
  const values = { name, honor: known.honor, count, offices, date: known.date }
  return { ...rest, name, text: certificateWords(text, values) }
}

type Held = { member: { firstName: string; lastName: string }; from: Day; to: Day | null }

/**
 * Who signs for an office on a day. Where two hold it, because it is handed over on this very day, the one
 * who held it before.
 */
export function signatoryOn(day: Day, holders: readonly Held[]): string {
  const [first] = holders
    .filter(({ from, to }) => from <= day && (to === null || to >= day))
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
  return first ? fullName(first.member) : ''
}

/** Millimetres; longer names are set smaller, so that they stay on two lines, or on three. */
export function nameSize(name: string): number {
  if (name.length <= 22) return 15
  if (name.length <= 44) return 11.5
  return name.length <= 80 ? 9 : 7
}

const roomForText = { width: 140, height: 52 }
const textSizes = [5.4, 4.8, 4.3, 3.9, 3.4, 2.9, 2.5]

/** Millimetres: the largest letters with which all of it is above the signatures. */
export function textSize(text: string): number {
  const fits = (size: number) => {
    const perLine = Math.floor(roomForText.width / (size * 0.52))
    const lines = text
      .split('\n')
      .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / perLine)), 0)
    return lines * size * 1.4 <= roomForText.height
  }
  return textSizes.find(fits) ?? 2.5
}
