import type { Context } from 'hono'
import {
  helperDateRange,
  isHelpersDay,
  notHelpersDay,
  notSeenByHelpers,
} from '#worker/domain/check-in.ts'
import type { Day } from '#worker/domain/dates.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { hasRole, signedIn } from '#worker/http/auth.ts'
import type { AppEnv } from '#worker/http/factory.ts'

/**
 * To be asked with a parade's date behind what is read of it: who calls is known with that.
 * @throws DomainError Forbidden for a helper on another day
 */
export type ParadeRight = (date: Day) => Promise<void>

/** Who may see its participants: management and readonly on any day. */
export function seesParticipants(c: Context<AppEnv>): ParadeRight {
  return async (date) => {
    if (!isHelpersDay(date, c.get('today')) && !(await isReader(c))) throw listForbidden()
  }
}

/** The parade without its participants: helpers see it until it is over. */
export async function assertMaySeeParade(c: Context<AppEnv>, date: Day): Promise<void> {
  if (date < helperDateRange(c.get('today')).from && !(await isReader(c))) throw listForbidden()
}

/** Management acts on any day. */
export function actsAtParade(c: Context<AppEnv>): ParadeRight {
  return async (date) => {
    if (isHelpersDay(date, c.get('today'))) return
    if (!hasRole((await signedIn(c)).user, 'management')) throw actForbidden()
  }
}

/** Numbers of who is missing: helpers see them on the parade's own day alone. */
export function callsWhoIsMissing(c: Context<AppEnv>): ParadeRight {
  return async (date) => {
    if (date === c.get('today')) return
    if (!hasRole((await signedIn(c)).user, 'management')) throw refused(notParadesDay)
  }
}

const notParadesDay = 'Telefonnummern sehen Helfer nur am Tag des Umzugs.'

async function isReader(c: Context<AppEnv>): Promise<boolean> {
  return hasRole((await signedIn(c)).user, 'management', 'readonly')
}

/** Refuses what a helper does on another day. */
export const actForbidden = () => refused(notHelpersDay)

const listForbidden = () => refused(notSeenByHelpers)

const refused = (message: string) =>
  new DomainError('Forbidden', message, undefined, { reason: 'helpersDay' })

/** To be asked behind what is read: who may see it is known with that. */
export type BirthdayRight = () => Promise<boolean>

/** Birthdays are for management and readonly; a helper ticks off without them. */
export function seesBirthdays(c: Context<AppEnv>): BirthdayRight {
  return async () => hasRole((await signedIn(c)).user, 'management', 'readonly')
}
