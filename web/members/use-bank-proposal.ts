import { useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { type Bank, bankOfIban, noBank } from './bank-of-iban.ts'
import type { MemberDraft } from './member-draft.ts'

const fields = ['bankingBank', 'bankingBic'] as const

/**
 * Fills bank name and BIC from each new IBAN where nothing stands, or still what the IBAN before
 * proposed. What somebody typed is never replaced.
 */
export function useBankProposal() {
  const { getValues, setValue } = useFormContext<MemberDraft>()
  const [proposal, setProposal] = useState<Bank>(noBank)
  const before = useRef<Bank | null>(null)
  const latest = useRef('')

  const follow = async (iban: string, stored: string) => {
    latest.current = iban
    const bank = await bankOfIban(iban)
    // What is stored may come from the stored IBAN: then it goes with it.
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

/** A BIC of the head office may be written with or without its three X. */
export function isSame(value: string, proposed: string): boolean {
  return value.trim().replace(/XXX$/, '') === proposed.replace(/XXX$/, '')
}
