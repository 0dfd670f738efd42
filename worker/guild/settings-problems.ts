import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools'
import { isCreditorId } from '#worker/domain/creditor-id.ts'
import type { FieldMessages } from '#worker/domain/errors.ts'
import { type FeeRule, feeRuleProblems } from '#worker/domain/fees.ts'
import { type HonorRule, honorRuleProblems } from '#worker/domain/honor-rules.ts'
import { validationFailed } from '#worker/http/validate.ts'
import type { SettingsChange } from './guild.contract.ts'

/** @throws ValidationFailed naming `honorRules.3.threshold` and its like */
export function refuseHonorRules(rules: readonly HonorRule[]): void {
  refuse(honorRuleProblems(rules))
}

/** Settings as they are stored: bank data without blanks, in capitals, and checked. */
export function checkedSettings(change: SettingsChange): SettingsChange {
  const { creditorId, creditorIban, creditorBic } = change
  const settings: SettingsChange = {
    ...change,
    ...(creditorId !== undefined && { creditorId: compact(creditorId) }),
    ...(creditorIban !== undefined && { creditorIban: electronicFormatIBAN(creditorIban) ?? '' }),
    ...(creditorBic !== undefined && { creditorBic: compact(creditorBic) }),
  }
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
    ...feeRuleProblems((change.feeRules ?? []) satisfies FeeRule[]),
    ...honorRuleProblems(change.honorRules ?? []),
  })
  return settings
}

function compact(text: string): string {
  return text.replace(/\s+/gu, '').toUpperCase()
}

function refuse(problems: FieldMessages): void {
  if (Object.keys(problems).length > 0) throw validationFailed(problems)
}
