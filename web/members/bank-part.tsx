import { useFormContext, useWatch } from 'react-hook-form'
import type { Day } from '#worker/domain/dates.ts'
import type { Bank } from './bank-of-iban.ts'
import { FormPart } from './form-part.tsx'
import { IbanField } from './iban-field.tsx'
import type { MemberDraft } from './member-draft.ts'
import { LineField } from './member-field.tsx'
import { memberFields } from './member-sections.ts'
import { isSame, useBankProposal } from './use-bank-proposal.ts'

export function BankPart({ today }: { today: Day }) {
  const { formState } = useFormContext<MemberDraft>()
  const { proposal, follow } = useBankProposal()
  const stored = formState.defaultValues?.bankingIban ?? ''
  const proposed = (name: keyof Bank) => (className: string) => (
    <ProposedField name={name} proposal={proposal} className={className} />
  )
  return (
    <FormPart
      id="bankdaten"
      today={today}
      own={{
        bankingBank: proposed('bankingBank'),
        bankingIban: (className) => (
          <IbanField className={className} onIban={(iban) => void follow(iban, stored)} />
        ),
        bankingBic: proposed('bankingBic'),
      }}
    />
  )
}

type ProposedFieldProps = { name: keyof Bank; proposal: Bank; className: string }

function ProposedField({ name, proposal, className }: ProposedFieldProps) {
  const { setValue } = useFormContext<MemberDraft>()
  const value = useWatch<MemberDraft, keyof Bank>({ name })
  const proposed = proposal[name]
  if (!proposed) return <LineField name={name} className={className} />
  if (isSame(value, proposed)) {
    return <LineField name={name} className={className} help="Vorschlag aus der IBAN" />
  }
  return (
    <LineField
      name={name}
      className={className}
      help={`Laut IBAN: ${proposed}`}
      aside={
        <button
          type="button"
          aria-label={`${memberFields[name].label} laut IBAN übernehmen`}
          className="min-h-6 text-link underline max-md:-mt-4 max-md:min-h-11 md:-my-1"
          onClick={() => setValue(name, proposed, { shouldDirty: true, shouldValidate: true })}
        >
          Übernehmen
        </button>
      }
    />
  )
}
