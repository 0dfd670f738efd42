import { isValidBIC, isValidIBAN } from 'ibantools'
import { DomainError } from '#worker/domain/errors.ts'
import { isCreditorId, sepaText } from '#worker/domain/sepa-text.ts'
import { plainIban } from '#worker/domain/text.ts'
import type { CreditorSettings } from './fees.queries.ts'

/** Who collects, as it stands in the file; `bic` "" = the bank finds it by the IBAN. */
export type Creditor = { name: string; iban: string; id: string; bic: string }

/** @throws DomainError SepaSettingsMissing, naming what is missing or wrong */
export function toCreditor(settings: CreditorSettings): Creditor {
  const name = sepaText(settings.creditorName, 70)
  const iban = plainIban(settings.creditorIban)
  const id = plainIban(settings.creditorId)
  const missing = [
    ...(name ? [] : ['Name']),
    ...(isValidIBAN(iban) ? [] : ['IBAN']),
    ...(isCreditorId(id) ? [] : ['Gläubiger-ID']),
  ]
  if (missing.length === 0) return { name, iban, id, bic: usableBic(settings.creditorBic, iban) }
  throw new DomainError(
    'SepaSettingsMissing',
    `Für den SEPA-Export fehlen Angaben zum Verein: ${missing.join(', ')}`,
  )
}

/**
 * Letters that ask for money name an account, and nothing else of whoever collects.
 * @throws DomainError SepaSettingsMissing, naming what is missing or wrong
 */
export function refuseWithoutAccount({ creditorName, creditorIban }: CreditorSettings): void {
  const missing = [
    ...(sepaText(creditorName, 70) ? [] : ['Name']),
    ...(isValidIBAN(plainIban(creditorIban)) ? [] : ['IBAN']),
  ]
  if (missing.length === 0) return
  throw new DomainError(
    'SepaSettingsMissing',
    `Für die Überweisung fehlen Angaben zum Verein: ${missing.join(', ')}`,
  )
}

/** A wrong BIC is no reason to collect nothing: inside the EEA the IBAN is enough. */
function usableBic(typed: string, iban: string): string {
  const bic = plainIban(typed)
  // The word passes as a Romanian bank.
  const isUsable = isValidBIC(bic) && bic !== 'NOTPROVIDED' && bic.slice(4, 6) === iban.slice(0, 2)
  return isUsable ? bic : ''
}
