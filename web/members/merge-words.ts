import { displayValue } from '#web/lib/conflict-words.ts'
import { germanDate } from '#worker/domain/dates.ts'
import { memberFields } from '#worker/domain/member.ts'
import { type MergeField, mergeUnits } from '#worker/domain/merge.ts'
import type { MergeMember } from '#worker/merges/merges.contract.ts'
import { memberWords } from './member-words.ts'

/** Labels of groups of fields that are decided as one, by the group's first field. */
const unitLabels: { [N in MergeField]?: string } = {
  addressStreet: 'Anschrift',
  bankingIban: 'Bankdaten',
  individualFeeInCent: 'Beitrag',
}

export function fieldLabel(field: MergeField): string {
  return unitLabels[field] ?? memberFields[field].label
}

type Known = { mandate: string | null; payer: string | null }

/** A member's value of the field, as the choice shows it; '' when the member has none. */
export function mergeValueText(
  field: MergeField,
  member: MergeMember,
  { mandate, payer }: Known,
): string {
  const words = (name: keyof MergeMember) => displayValue(memberWords, name, member[name], null)
  const line = (...parts: string[]) => parts.filter(Boolean).join(' ')
  if (field === 'addressStreet') {
    const street = line(member.addressStreet, member.addressNumber)
    return [street, line(member.addressPlz, member.addressTown)].filter(Boolean).join('\n')
  }
  if (field === 'membershipState') {
    const until = member.dateLeft ? `bis ${germanDate(member.dateLeft)}` : ''
    return line(words('membershipState'), until)
  }
  if (field === 'bankingIban') {
    const day = member.bankingSepaAllowedDate
    const given = member.bankingSepaAllowed
      ? line('SEPA-Mandat', day ? `vom ${germanDate(day)}` : '')
      : ''
    return [
      words('bankingIban'),
      line(member.bankingBank, member.bankingBic),
      member.bankingAccountOwner,
      given,
      mandate ? `Referenz ${mandate}` : member.mandateReference,
    ]
      .filter(Boolean)
      .join('\n')
  }
  if (field === 'payerId') return payer ?? ''
  return mergeUnits[field]
    .map((name) => words(name))
    .filter(Boolean)
    .join('\n')
}
