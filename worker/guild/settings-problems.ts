import { isValidBIC, isValidIBAN } from 'ibantools'
import { honorRuleProblems } from '#worker/domain/certificates.ts'
import type { DomainError, FieldMessages } from '#worker/domain/errors.ts'
import { type FeeRule, feeRuleProblems } from '#worker/domain/fees.ts'
import type { HonorRule } from '#worker/domain/honors.ts'
import { isCreditorId } from '#worker/domain/sepa-text.ts'
import { plainIban, withoutBlanks } from '#worker/domain/text.ts'
import { validationFailed } from '#worker/http/validate.ts'
import type { GuildSettings, SettingsChange } from './guild.contract.ts'

/** @throws ValidationFailed naming `honorRules.3.threshold` and its like */
export function assertHonorRules(rules: readonly HonorRule[], stored: readonly HonorRule[]): void {
  refuse(honorRuleProblems(rules, stored))
}

/** @throws ValidationFailed naming `feeRules.3.ageFrom` and its like */
export function assertFeeRules(rules: readonly FeeRule[]): void {
  refuse(feeRuleProblems(rules))
}

/** As they are stored: bank data without blanks and in capitals. */
export function normaliseSettings(change: SettingsChange): SettingsChange {
  const { creditorId, creditorIban, creditorBic } = change
  return {
    ...change,
    ...(creditorId !== undefined && { creditorId: compact(creditorId) }),
    ...(creditorIban !== undefined && { creditorIban: electronicIban(creditorIban) }),
    ...(creditorBic !== undefined && { creditorBic: compact(creditorBic) }),
  }
}

/** @throws ValidationFailed naming the field: `creditorIban`, `feeRules.3.ageFrom` */
export function assertSettings(
  settings: SettingsChange,
  stored: Pick<GuildSettings, 'honorRules'>,
): void {
  refuse({
    ...(settings.creditorIban &&
      !isValidIBAN(settings.creditorIban) && {
        creditorIban: 'Diese IBAN ist nicht gültig. Prüfe die Ziffern.',
      }),
    ...(settings.creditorBic &&
      !isValidBIC(settings.creditorBic) && {
        creditorBic: 'Diese BIC ist nicht gültig: 8 oder 11 Zeichen.',
      }),
    ...(settings.creditorId &&
      !isCreditorId(settings.creditorId) && {
        creditorId: 'Diese Gläubiger-ID ist nicht gültig. Prüfe die Ziffern.',
      }),
    ...feeRuleProblems((settings.feeRules ?? []) satisfies FeeRule[]),
    ...honorRuleProblems(settings.honorRules ?? [], stored.honorRules),
  })
}

/** Only a user with a passkey may require passkeys. */
export function passkeyFirst(): DomainError {
  return validationFailed({
    passkeysRequired: 'Lege zuerst selbst einen Passkey an, unter „Mein Account“.',
  })
}

/** The address of the passkeys would be this machine's. */
export function passkeysNotHere(): DomainError {
  return validationFailed({
    passkeysRequired: 'Auf dem eigenen Rechner gibt es das nicht.',
  })
}

// What is nothing but dashes is a wrong IBAN, not an empty one.
function electronicIban(typed: string): string {
  return plainIban(typed) || typed
}

function compact(text: string): string {
  return withoutBlanks(text).toUpperCase()
}

function refuse(problems: FieldMessages): void {
  if (Object.keys(problems).length > 0) throw validationFailed(problems)
}
