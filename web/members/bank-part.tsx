import { isValidIBAN } from 'ibantools'
import { useRef, useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useFieldError } from '#web/components/form-fields.tsx'
import { ibanProblem } from '#web/lib/iban.ts'
import { Field } from '#web/ui/field.tsx'
import type { Day } from '#worker/domain/dates.ts'
import { memberFields } from '#worker/domain/member.ts'
import { FormPart } from './form-part.tsx'
import type { MemberDraft } from './member-draft.ts'
import { MemberTextField } from './member-field.tsx'
import { IbanInput } from './shared/iban-input.tsx'

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
  if (!proposed) return <MemberTextField name={name} className={className} />
  if (isSame(value, proposed)) {
    return <MemberTextField name={name} className={className} help="Vorschlag aus der IBAN" />
  }
  return (
    <MemberTextField
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

type IbanFieldProps = { onIban: (iban: string) => void; className: string }

/** The IBAN, checked while typing; the form can be sent with an invalid one, which the server decides on. */
function IbanField({ onIban, className }: IbanFieldProps) {
  const { field } = useController<MemberDraft, 'bankingIban'>({ name: 'bankingIban' })
  const { clearErrors } = useFormContext<MemberDraft>()
  const [isFinished, setFinished] = useState(true)
  const refused = useFieldError<MemberDraft>('bankingIban')
  const problem = ibanProblem(field.value, isFinished)
  return (
    <Field
      label={memberFields.bankingIban.label}
      className={className}
      error={refused ?? problem}
      help={isValidIBAN(field.value) && 'Die Prüfziffer stimmt.'}
    >
      {(ids) => (
        <IbanInput
          {...ids}
          name="bankingIban"
          value={field.value}
          onChange={(iban) => {
            setFinished(false)
            field.onChange(iban)
            // The error of the mandate's date is cleared: the server may have meant the old IBAN.
            clearErrors('bankingSepaAllowedDate')
            onIban(iban)
          }}
          onBlur={() => setFinished(true)}
        />
      )}
    </Field>
  )
}

const fields = ['bankingBank', 'bankingBic'] as const

/**
 * Fills bank name and BIC from each new IBAN, while the fields are empty or still have the values of the previous
 * IBAN; typed values are never replaced.
 */
function useBankProposal() {
  const { getValues, setValue } = useFormContext<MemberDraft>()
  const [proposal, setProposal] = useState<Bank>(noBank)
  const before = useRef<Bank | null>(null)
  const latest = useRef('')

  const follow = async (iban: string, stored: string) => {
    latest.current = iban
    const bank = await bankOfIban(iban)
    // At first the bank of the stored IBAN counts as proposed: stored values equal to it may be replaced.
    before.current ??= (await bankOfIban(stored)) ?? noBank
    if (!bank || latest.current !== iban) return
    for (const field of fields) {
      const value = getValues(field)
      const isProposed = value === '' || isSame(value, before.current[field])
      if (isProposed) setValue(field, bank[field], { shouldDirty: true, shouldValidate: true })
    }
    before.current = bank
    setProposal(bank)
  }

  return { proposal, follow }
}

/** Whether the value equals the proposed one; a BIC is the same with and without XXX at its end. */
function isSame(value: string, proposed: string): boolean {
  return value.trim().replace(/XXX$/, '') === proposed.replace(/XXX$/, '')
}

type Bank = { bankingBank: string; bankingBic: string }

const noBank: Bank = { bankingBank: '', bankingBic: '' }

/**
 * The bank of a German IBAN; `noBank` when unknown, null while the IBAN is incomplete or the list
 * of banks could not be loaded.
 */
async function bankOfIban(iban: string): Promise<Bank | null> {
  if (iban === '') return noBank
  if (!isValidIBAN(iban)) return null
  if (!iban.startsWith('DE')) return noBank
  // The list of banks is loaded only here, because it has 200 kB.
  const banks = await import('bankdata-germany').catch(() => null)
  if (!banks) return null
  const found = banks.bankDataByIBAN(iban)
  return found ? { bankingBank: found.bankName, bankingBic: found.bic ?? '' } : noBank
}
