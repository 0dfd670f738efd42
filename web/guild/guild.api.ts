import { call, client } from '#web/lib/api.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { HonorRule } from '#worker/domain/honors.ts'
import type { SettingsChange } from '#worker/guild/guild.contract.ts'

const { guild, statistics } = client.api

export const loadSettings = () => call(guild.settings.$get())
export const settingsNotLoaded = 'Die Einstellungen konnten nicht geladen werden'

export const saveSettings = (json: SettingsChange) => call(guild.settings.$put({ json }))
export const settingsNotSaved = 'Die Einstellungen konnten nicht gespeichert werden'

export const saveHonorRules = (rules: readonly HonorRule[]) =>
  saveSettings({ honorRules: toBody(rules) })
export const ruleNotSaved = 'Die Regel konnte nicht gespeichert werden'

/** Who would come into the lists of honors, and who would leave them, if these were the rules. */
export const previewHonorRules = (rules: readonly HonorRule[], date: Day) =>
  call(statistics.honors.preview.$post({ json: { honorRules: toBody(rules), date } }))
export const previewNotLoaded = 'Was sich in den Listen ändert, konnte nicht berechnet werden'

function toBody(rules: readonly HonorRule[]) {
  return rules.map(({ duties, ...rule }) => ({ ...rule, duties: [...duties] }))
}
