import { isValidBIC, isValidIBAN } from 'ibantools'
import { DomainError } from '#worker/domain/errors.ts'
import { isCreditorId, sepaText } from '#worker/domain/sepa-text.ts'
import { plainIban } from '#worker/domain/text.ts'
import type { CreditorSettings } from './fees.queries.ts'

/** The creditor as stated in the file; `bic` "" when the bank derives it from the IBAN. */
export type Creditor = { name: string; iban: string; id: string; bic: string }

/** @throws DomainError SepaSettingsMissing, naming the missing or invalid settings */
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
 * Letters that request a transfer need the account's name and IBAN only.
 * @throws DomainError SepaSettingsMissing, naming the missing or invalid settings
 */
export function assertCreditorAccount({ creditorName, creditorIban }: CreditorSettings): void {
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

/** A wrong BIC is omitted instead of preventing the file: within the EEA the IBAN suffices. */
function usableBic(typed: string, iban: string): string {
  const bic = plainIban(typed)
  // "NOTPROVIDED" has the format of a Romanian BIC.
  const isUsable = isValidBIC(bic) && bic !== 'NOTPROVIDED' && bic.slice(4, 6) === iban.slice(0, 2)
  return isUsable ? bic : ''
}
