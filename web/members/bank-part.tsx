import { useFormContext, useWatch } from 'react-hook-form'
import { Tick } from '#web/ui/tick.tsx'
import type { Day } from '#worker/domain/dates.ts'
import type { Bank } from './bank-of-iban.ts'
import { FormPart } from './form-part.tsx'
import { IbanField } from './iban-field.tsx'
import type { MemberDraft } from './member-draft.ts'
import { DayField, LineField } from './member-fields.tsx'
import { fieldLabels } from './member-sections.ts'
import { isSame, useBankProposal } from './use-bank-proposal.ts'

export function BankPart({ today }: { today: Day }) {
  const { register, formState } = useFormContext<MemberDraft>()
  const { proposal, follow } = useBankProposal()
  const stored = formState.defaultValues?.bankingIban ?? ''
  return (
    <FormPart id="bankdaten">
      <LineField name="bankingAccountOwner" className="md:col-span-6" />
      <ProposedField name="bankingBank" proposal={proposal} className="md:col-span-6" />
      <IbanField className="md:col-span-8" onIban={(iban) => void follow(iban, stored)} />
      <ProposedField name="bankingBic" proposal={proposal} className="md:col-span-4" />
      <Tick {...register('bankingSepaAllowed')} labelClassName="md:col-span-6 md:mt-6.5 md:h-10">
        {fieldLabels.bankingSepaAllowed}
      </Tick>
      <DayField name="bankingSepaAllowedDate" today={today} className="md:col-span-6" />
      <LineField
        name="mandateReference"
        className="md:col-span-6"
        help="Nur, wenn auf dem Mandat schon eine steht."
      />
    </FormPart>
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
          aria-label={`${fieldLabels[name]} laut IBAN übernehmen`}
          className="min-h-6 text-link underline max-md:-mt-4 max-md:min-h-11 md:-my-1"
          onClick={() => setValue(name, proposed, { shouldDirty: true, shouldValidate: true })}
        >
          Übernehmen
        </button>
      }
    />
  )
}
