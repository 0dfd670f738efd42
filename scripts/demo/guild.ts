import type { Day } from '#worker/domain/dates.ts'
import { assemblyAfter } from './days.ts'
import { homeTown, ownGuild } from './places.ts'
import type { GuildSettingsRow } from './rows.ts'

/** An association that does not exist; bank and identifier are examples used by German banks. */
export function makeGuildSettings(today: Day): GuildSettingsRow {
  return {
    id: 1,
    name: ownGuild.host,
    address: `Zunftstraße 3, ${homeTown.plz} ${homeTown.town}`,
    creditorName: `${ownGuild.host} e.V.`,
    creditorId: 'DE98ZZZ09999999999',
    creditorIban: 'DE02120300000000202051',
    creditorBic: 'BYLADEM1001',
    sepaLeadDays: 14,
    assemblyDate: assemblyAfter(today),
    legalName: `${ownGuild.host} e.V.`,
    street: 'Zunftstraße 3',
    plz: homeTown.plz,
    town: homeTown.town,
    representatives:
      'Sabine Kächele, Zunftmeisterin, und Hans Abele, stellvertretender Zunftmeister',
    contactEmail: 'zunft@schellental.example',
    // The network agency reserves 0221 4710… for fiction.
    contactPhone: '0221 4710100',
    registerCourt: 'Amtsgericht Schellental',
    registerNumber: 'VR 111',
    privacyContact: 'Sabine Kächele, datenschutz@schellental.example',
    selfCancel: 'refund',
    selfCancelDays: 7,
    // Default fees and honors fit, so that „Was noch fehlt“ has no open items.
    setupSkipped: JSON.stringify(['fees', 'honors']),
  }
}
