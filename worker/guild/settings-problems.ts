import { isValidBIC, isValidIBAN } from 'ibantools'
import { honorRuleProblems } from '#worker/domain/certificates.ts'
import type { DomainError, FieldMessages } from '#worker/domain/errors.ts'
import { type FeeRule, feeRuleProblems } from '#worker/domain/fees.ts'
import type { HonorRule } from '#worker/domain/honors.ts'
import { isCreditorId } from '#worker/domain/sepa-text.ts'
import { plainIban, withoutBlanks } from '#worker/domain/text.ts'
import { noSuchHonor } from '#worker/http/fields.ts'
import { validationError } from '#worker/http/validate.ts'
import type { GuildSettings, SettingsChange } from './guild.contract.ts'

/** @throws DomainError ValidationFailed with paths like `honorRules.3.threshold` */
export function assertHonorRules(rules: readonly HonorRule[], stored: readonly HonorRule[]): void {
  throwProblems({ ...honorRuleProblems(rules, stored), ...unknownHonors(rules, stored) })
}

function unknownHonors(rules: readonly HonorRule[], stored: readonly HonorRule[]): FieldMessages {
  const known = new Set(stored.map(({ type }) => type))
  return Object.fromEntries(
    rules.flatMap(({ type }, index) =>
      known.has(type) ? [] : [[`honorRules.${index}.type`, noSuchHonor]],
    ),
  )
}

/** @throws DomainError ValidationFailed with paths like `feeRules.3.ageFrom` */
export function assertFeeRules(rules: readonly FeeRule[]): void {
  throwProblems(feeRuleProblems(rules))
}

/** The settings in stored form: bank data without blanks, in capitals. */
export function normaliseSettings(change: SettingsChange): SettingsChange {
  const { creditorId, creditorIban, creditorBic } = change
  return {
    ...change,
    ...(creditorId !== undefined && { creditorId: upperCaseWithoutBlanks(creditorId) }),
    ...(creditorIban !== undefined && { creditorIban: electronicIban(creditorIban) }),
    ...(creditorBic !== undefined && { creditorBic: upperCaseWithoutBlanks(creditorBic) }),
  }
}

/** @throws DomainError ValidationFailed with paths like `creditorIban`, `feeRules.3.ageFrom` */
export function assertSettings(
  settings: SettingsChange,
  stored: Pick<GuildSettings, 'honorRules'>,
): void {
  throwProblems({
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
    ...unknownHonors(settings.honorRules ?? [], stored.honorRules),
  })
}

/** Only a user with a passkey may require passkeys. */
export function ownPasskeyNeededError(): DomainError {
  return validationError({
    passkeysRequired: 'Lege zuerst selbst einen Passkey an, unter „Mein Account“.',
  })
}

/** Passkeys are bound to a public host name, which local development does not have. */
export function passkeysNotLocalError(): DomainError {
  return validationError({
    passkeysRequired: 'Auf dem eigenen Rechner gibt es das nicht.',
  })
}

// Input of only dashes stays as typed: it is an invalid IBAN, not an empty one.
function electronicIban(typed: string): string {
  return plainIban(typed) || typed
}

function upperCaseWithoutBlanks(text: string): string {
  return withoutBlanks(text).toUpperCase()
}

function throwProblems(problems: FieldMessages): void {
  if (Object.keys(problems).length > 0) throw validationError(problems)
}
