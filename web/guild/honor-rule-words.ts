import { placeholdersFor } from '#worker/domain/certificates.ts'
import { type Duty, duties, type HonorBasis } from '#worker/domain/codes.ts'
import { dutyLabels } from '#worker/domain/labels.ts'

export const basisLabels: Record<HonorBasis, string> = {
  parades: 'Sprünge',
  membershipYears: 'Mitgliedsjahre',
  dutyYears: 'Amtsjahre',
  manual: 'Von Hand',
}

/** Up to this many excluded offices are named instead of the included ones. */
const fewLeftOut = 3

/** "alle", "alle außer Gründungsmitglied", "Kassier, Schriftführer" */
export function dutiesInWords(counted: readonly Duty[]): string {
  const leftOut = duties.filter((duty) => !counted.includes(duty))
  if (leftOut.length === 0) return 'alle'
  if (leftOut.length <= fewLeftOut) return `alle außer ${labelsOf(leftOut)}`
  return labelsOf(duties.filter((duty) => counted.includes(duty)))
}

/** The placeholders for the text of a certificate. */
export function placeholderHelp(basis: HonorBasis): string {
  const known = placeholdersFor(basis).join(', ')
  const jumps = basis === 'parades' ? ' {Jahre} ist hier die Zahl der Sprünge.' : ''
  return `${known} werden ausgefüllt.${jumps} Leer steht der graue Text da.`
}

function labelsOf(some: readonly Duty[]): string {
  return some.map((duty) => dutyLabels[duty]).join(', ')
}
