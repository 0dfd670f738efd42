import { hasRole } from '#worker/http/auth.ts'
import type { SignedInUser } from '#worker/http/factory.ts'

/** Birthdays are for management and readonly; a helper ticks off without them. */
export function seesBirthdays(user: SignedInUser): boolean {
  return hasRole(user, 'management', 'readonly')
}
