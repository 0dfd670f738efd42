import type { Context } from 'hono'
import {
  helperDateRange,
  isHelpersDay,
  notHelpersDay,
  notSeenByHelpers,
} from '#worker/domain/check-in.ts'
import type { Day } from '#worker/domain/dates.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { can } from '#worker/domain/rights.ts'
import { signedIn } from '#worker/http/auth.ts'
import type { AppEnv } from '#worker/http/factory.ts'

/**
 * A check to be called with a parade's date after the read, when the user is known.
 * @throws DomainError Forbidden for a helper on another day
 */
export type ParadeRight = (date: Day) => Promise<void>

/** Who may see participants: readers on any day, helpers near the parade's day. */
export function seesParticipants(c: Context<AppEnv>): ParadeRight {
  return async (date) => {
    if (!isHelpersDay(date, c.get('today')) && !(await isReader(c))) throw listForbiddenError()
  }
}

/** Who may see a parade without its participants: readers always, helpers until the parade is over. */
export async function assertMaySeeParade(c: Context<AppEnv>, date: Day): Promise<void> {
  if (date < helperDateRange(c.get('today')).from && !(await isReader(c)))
    throw listForbiddenError()
}

/** Helpers may act near the parade's day, management and parade keepers on any day. */
export function actsAtParade(c: Context<AppEnv>): ParadeRight {
  return async (date) => {
    if (isHelpersDay(date, c.get('today'))) return
    if (!can((await signedIn(c)).user, 'checkInOnAnyDay')) throw actForbiddenError()
  }
}

/** Phone numbers of missing people: helpers see them only on the parade's day. */
export function seesPhoneNumbers(c: Context<AppEnv>): ParadeRight {
  return async (date) => {
    if (date === c.get('today')) return
    if (!can((await signedIn(c)).user, 'checkInOnAnyDay')) throw otherDayError(notParadesDay)
  }
}

const notParadesDay = 'Telefonnummern sehen Helfer nur am Tag des Umzugs.'

async function isReader(c: Context<AppEnv>): Promise<boolean> {
  return can((await signedIn(c)).user, 'read')
}

/** The error for a helper's act on another day. */
export const actForbiddenError = () => otherDayError(notHelpersDay)

const listForbiddenError = () => otherDayError(notSeenByHelpers)

const otherDayError = (message: string) =>
  new DomainError('Forbidden', message, undefined, { reason: 'helpersDay' })

/** A check to be called after the read, when the user is known. */
export type BirthdayRight = () => Promise<boolean>

/** Whether the user sees birthdays: only readers do. */
export function seesBirthdays(c: Context<AppEnv>): BirthdayRight {
  return async () => can((await signedIn(c)).user, 'read')
}
