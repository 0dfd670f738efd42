import type { GuildCodes } from '#web/data/guild.ts'
import { placeholdersFor } from '#worker/domain/certificates.ts'
import type { Duty, HonorBasis } from '#worker/domain/codes.ts'

export const basisLabels: Record<HonorBasis, string> = {
  parades: 'Sprünge',
  membershipYears: 'Mitgliedsjahre',
  dutyYears: 'Amtsjahre',
  manual: 'Von Hand',
}

/** Up to this many offices that do not count are named, instead of those that count. */
const fewLeftOut = 3

/** "alle", "alle außer Gründungsmitglied", "Kassier, Schriftführer" */
export function dutiesInWords(counted: readonly Duty[], { all }: GuildCodes<Duty>): string {
  const leftOut = all.filter(({ code }) => !counted.includes(code))
  if (leftOut.length === 0) return 'alle'
  if (leftOut.length <= fewLeftOut && counted.length > leftOut.length) {
    return `alle außer ${labelsOf(leftOut)}`
  }
  return labelsOf(all.filter(({ code }) => counted.includes(code)))
}

/** The placeholders for the text of a certificate. */
export function placeholderHelp(basis: HonorBasis): string {
  const known = placeholdersFor(basis).join(', ')
  const jumps = basis === 'parades' ? ' {Jahre} ist hier die Zahl der Sprünge.' : ''
  return `${known} werden ausgefüllt.${jumps} Leer steht der graue Text da.`
}

function labelsOf(some: readonly { label: string }[]): string {
  return some.map(({ label }) => label).join(', ')
}
