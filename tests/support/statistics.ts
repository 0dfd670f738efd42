import type {
  DutyStatistic,
  HonoredPerson,
  ParadesOfPerson,
  Person,
  UpcomingHonor,
} from '#worker/statistics/statistics.contract.ts'

// Responses of the statistics.

export const settingsCall = 'GET /api/guild/settings'

export const gruber: Person = {
  id: 41,
  firstName: 'Annegret',
  lastName: 'Gruber',
  birthday: '1968-03-14',
}
export const strasser: Person = {
  id: 42,
  firstName: 'Jörg',
  lastName: 'Straßer',
  birthday: null,
}

export function someParades(changes: Partial<ParadesOfPerson> = {}): ParadesOfPerson {
  return {
    memberId: 41,
    memberName: 'Gruber, Annegret',
    birthday: '1968-03-14',
    numberParades: 97,
    numberMaxAchievableParades: 103,
    ...changes,
  }
}

export function aHonoredPerson(changes: Partial<HonoredPerson> = {}): HonoredPerson {
  return { ...someParades(), memberId: 41, alsoDue: [], reached: false, ...changes }
}

export function anUpcomingHonor(changes: Partial<UpcomingHonor> = {}): UpcomingHonor {
  return {
    member: gruber,
    years: 25,
    duties: [],
    honor: 'Member_for_25_Years',
    alsoDue: [],
    reason: 'Mitglied 2002–2027, 25 Jahre',
    ...changes,
  }
}

export function aDutyStatistic(changes: Partial<DutyStatistic> = {}): DutyStatistic {
  return {
    member: gruber,
    totalDutyYears: 12,
    duties: [
      { duty: 'Elferratsmitglied', years: 11 },
      { duty: 'Kassier', years: 1 },
    ],
    honors: ['Ehrennarr_20'],
    ...changes,
  }
}

/** The guild's settings that these pages read. */
export function someSettings(
  changes: { assemblyDate?: string | null; honorRules?: object[] } = {},
) {
  return { assemblyDate: null, honorRules: [], ...changes }
}
