import { useQuery } from '@tanstack/react-query'
import { call, client } from '#web/lib/api.ts'
import { defineMutation, defineQuery } from '#web/lib/query.ts'
import { useUser } from '#web/lib/session.ts'
import type { Change } from '#web/lib/use-submit-form.ts'
import {
  type Duty,
  duties,
  type HonorType,
  honorTypes,
  isBuiltInHonor,
} from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { HonorRule } from '#worker/domain/honors.ts'
import { dutyLabels, honorLabels } from '#worker/domain/labels.ts'
import { can } from '#worker/domain/rights.ts'
import type {
  GuildCode,
  GuildSettings,
  NewCode as NewOffice,
  CodeChange as OfficeChange,
  SettingsChange,
} from '#worker/guild/guild.contract.ts'

const { guild, statistics } = client.api

export const settingsQuery = defineQuery(
  ['guild', 'settings'],
  'Die Einstellungen konnten nicht geladen werden',
  () => call(guild.settings.$get()),
)

/** Gives the guild's name of an honor. */
export type HonorLabelOf = (type: HonorType) => string

const usualHonorLabel: HonorLabelOf = (type) => (isBuiltInHonor(type) ? honorLabels[type] : unknown)
/** Shown for an honor that the guild has added itself, until its name is loaded. */
const unknown = '…'

function honorLabelOf({ honorRules }: GuildSettings): HonorLabelOf {
  const labels = new Map(honorRules.map(({ type, label }) => [type, label]))
  return (type) => labels.get(type) ?? usualHonorLabel(type)
}

/** The guild's names of honors; the default names until loaded. */
export function useHonorLabels(): HonorLabelOf {
  const mayAsk = can(useUser(), 'read')
  const { data } = useQuery({
    ...settingsQuery,
    enabled: mayAsk,
    select: honorLabelOf,
    // When loading fails, the default names stay, and the next page tries again.
    retryOnMount: true,
  })
  return data ?? usualHonorLabel
}

export const officesQuery = defineQuery(
  ['guild', 'offices'],
  'Die Ämter konnten nicht geladen werden',
  () => call(guild.offices.$get()),
)

export const honorKindsQuery = defineQuery(
  ['guild', 'honors'],
  'Die Ehrungen konnten nicht geladen werden',
  () => call(guild.honors.$get()),
)

/** The guild's offices or honors, in their order. */
export type GuildCodes<Code extends string> = {
  all: readonly Pick<GuildCode<Code>, 'code' | 'label' | 'hidden'>[]
  labelOf(code: Code): string
}

function toCodes<Code extends string>(all: GuildCodes<Code>['all']): GuildCodes<Code> {
  const labels = new Map(all.map(({ code, label }) => [code, label]))
  return { all, labelOf: (code) => labels.get(code) ?? unknown }
}

const usualOffices = toCodes<Duty>(
  duties.map((code) => ({ code, label: dutyLabels[code], hidden: false })),
)
const usualHonors = toCodes<HonorType>(
  honorTypes.map((code) => ({ code, label: honorLabels[code], hidden: false })),
)

/** The guild's offices; until they are loaded, the offices of the specification. */
export function useOffices(): GuildCodes<Duty> {
  const { data } = useQuery({ ...officesQuery, select: toCodes<Duty>, retryOnMount: true })
  return data ?? usualOffices
}

/** The guild's honors; until they are loaded, the honors of the specification. */
export function useHonorKinds(): GuildCodes<HonorType> {
  const { data } = useQuery({ ...honorKindsQuery, select: toCodes<HonorType>, retryOnMount: true })
  return data ?? usualHonors
}

/**
 * The codes that a choice offers: all but the hidden codes; a hidden code that is already chosen stays.
 */
export function offeredOf<Code extends string>(
  { all }: GuildCodes<Code>,
  chosen: readonly (Code | '')[] = [],
): GuildCodes<Code>['all'] {
  return all.filter(({ code, hidden }) => !hidden || chosen.includes(code))
}

export const createOffice = defineMutation(
  'Das Amt konnte nicht angelegt werden',
  (json: NewOffice) => call(guild.offices.$post({ json })),
)

export const saveOffice = (code: string) =>
  defineMutation('Das Amt konnte nicht gespeichert werden', (json: OfficeChange) =>
    call(guild.offices[':code'].$put({ param: { code }, json })),
  )

export const deleteOffice = (code: string) =>
  defineMutation('Das Amt konnte nicht gelöscht werden', () =>
    call(guild.offices[':code'].$delete({ param: { code } })),
  )

export const createHonorKind = defineMutation(
  'Die Ehrung konnte nicht angelegt werden',
  ({ label }: NewOffice) => call(guild.honors.$post({ json: { label } })),
)

export const saveHonorKind = (code: string) =>
  defineMutation(
    'Die Ehrung konnte nicht gespeichert werden',
    ({ countsFor: _, ...json }: OfficeChange) =>
      call(guild.honors[':code'].$put({ param: { code }, json })),
  )

export const deleteHonorKind = (code: string) =>
  defineMutation('Die Ehrung konnte nicht gelöscht werden', () =>
    call(guild.honors[':code'].$delete({ param: { code } })),
  )

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
