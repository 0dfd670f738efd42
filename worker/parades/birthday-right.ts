import type { SignedInUser } from '#worker/http/factory.ts'

/** Birthdays are for management and readonly; a helper ticks off without them. */
export function seesBirthdays(user: SignedInUser): boolean {
  return user.roles.includes('management') || user.roles.includes('readonly')
}
