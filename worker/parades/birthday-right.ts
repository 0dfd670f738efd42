import type { Context } from 'hono'
import { hasRole, signedIn } from '#worker/http/auth.ts'
import type { AppEnv } from '#worker/http/factory.ts'

/** To be asked behind what is read: who may see it is known with that. */
export type BirthdayRight = () => Promise<boolean>

/** Birthdays are for management and readonly; a helper ticks off without them. */
export function seesBirthdays(c: Context<AppEnv>): BirthdayRight {
  return async () => hasRole((await signedIn(c)).user, 'management', 'readonly')
}
