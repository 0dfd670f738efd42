import { useQuery } from '@tanstack/react-query'
import { call, client } from '#web/lib/api.ts'
import { defineMutation, defineQuery } from '#web/lib/query.ts'
import { useUser } from '#web/lib/session.ts'
import type { Change } from '#web/lib/use-submit-form.ts'
import type { HonorType } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { HonorRule } from '#worker/domain/honors.ts'
import { honorLabels } from '#worker/domain/labels.ts'
import { can } from '#worker/domain/rights.ts'
import type { GuildSettings, SettingsChange } from '#worker/guild/guild.contract.ts'

const { guild, statistics } = client.api

export const settingsQuery = defineQuery(
  ['guild', 'settings'],
  'Die Einstellungen konnten nicht geladen werden',
  () => call(guild.settings.$get()),
)

type HonorNames = Readonly<Record<HonorType, string>>

function honorNames({ honorRules }: GuildSettings): HonorNames {
  return {
    ...honorLabels,
    ...Object.fromEntries(honorRules.map(({ type, label }) => [type, label])),
  }
}

/** The guild's names of honors; the default names until loaded. */
export function useHonorLabels(): HonorNames {
  const mayAsk = can(useUser(), 'read')
  const { data } = useQuery({
    ...settingsQuery,
    enabled: mayAsk,
    select: honorNames,
    // A failure is not shown; the next page tries again.
    retryOnMount: true,
  })
  return data ?? honorLabels
}

export const saveSettings = defineMutation(
  'Die Einstellungen konnten nicht gespeichert werden',
  (json: Change<SettingsChange>) => call(guild.settings.$put({ json })),
)

export const saveHonorRules = defineMutation(
  'Die Regel konnte nicht gespeichert werden',
  ({ honorRules = [], before = {} }: Change<{ honorRules: HonorRule[] }>) =>
    call(guild.settings.$put({ json: { honorRules: toBody(honorRules), before } })),
)

/** The members whom a change of the rules would add to or remove from the lists of honors. */
export const rulesPreviewQuery = (rules: readonly HonorRule[], date: Day) =>
  defineQuery(
    ['statistics', 'honors-preview', date, rules],
    'Was sich in den Listen ändert, konnte nicht berechnet werden',
    () => call(statistics.honors.preview.$post({ json: { honorRules: toBody(rules), date } })),
  )

function toBody(rules: readonly HonorRule[]) {
  return rules.map(({ duties, ...rule }) => ({ ...rule, duties: [...duties] }))
}
