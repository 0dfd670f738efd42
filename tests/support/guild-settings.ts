import { type BuiltInHonor, duties } from '#worker/domain/codes.ts'
import type { HonorRule } from '#worker/domain/honors.ts'
import { honorLabels } from '#worker/domain/labels.ts'
import type { GuildSettings } from '#worker/guild/guild.contract.ts'
import { noLegal } from './no-legal.ts'
import { guildName } from './render-app.tsx'

const allButFounders = duties.filter((duty) => duty !== 'Gruendungsmitglied')

function aRule(
  rule: Pick<HonorRule, 'basis' | 'threshold'> & Partial<HonorRule> & { type: BuiltInHonor },
): HonorRule {
  return { duties: [], issuer: '', certificateText: '', label: honorLabels[rule.type], ...rule }
}

/** Some honor rules, in the order of the table. */
export const someRules: HonorRule[] = [
  aRule({ type: 'Parades_50', basis: 'parades', threshold: 50 }),
  aRule({ type: 'Parades_100', basis: 'parades', threshold: 100 }),
  aRule({ type: 'Member_for_25_Years', basis: 'membershipYears', threshold: 25 }),
  aRule({ type: 'Member_for_40_Years', basis: 'membershipYears', threshold: 40 }),
  aRule({ type: 'Extra_Certificate', basis: 'manual', threshold: null }),
  aRule({ type: 'Ehrennarr_20', basis: 'dutyYears', threshold: 20, duties: allButFounders }),
  aRule({ type: 'Ehrennarr_30', basis: 'dutyYears', threshold: 30, duties: allButFounders }),
  aRule({
    type: 'Obernarr_15',
    basis: 'dutyYears',
    threshold: 15,
    duties: ['Kassier', 'Schriftfuehrer'],
  }),
]

export function someSettings(changes: Partial<GuildSettings> = {}): GuildSettings {
  return {
    name: guildName,
    address: '',
    creditorName: '',
    creditorId: '',
    creditorIban: '',
    creditorBic: '',
    sepaLeadDays: 14,
    assemblyDate: '2027-04-10',
    selfCancel: 'off',
    selfCancelDays: 7,
    passkeysRequired: false,
    passkeysRequiredFrom: null,
    passkeyRule: { isOffered: true, without: [] },
    familyCapInCent: null,
    cashAtCheckIn: true,
    minAge: null,
    guardianBelow: null,
    guardianConsentText: 'Ich begleite die Kinder.',
    ...noLegal,
    feeRules: [],
    honorRules: someRules,
    ...changes,
  }
}
