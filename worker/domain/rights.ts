import type { Role } from './codes.ts'

/**
 * What a role may do, by the parts of the guild's work (docs/rules.md, "Rollen"). The routes of the server and the
 * pages of the app read the same table; a user may do what any of their roles may.
 */
export const capabilities = {
  /** Users, settings, import, deletion, retention, merges, undo, all data at once. */
  manage: ['management'],
  /** Read what staff see; the role "Lesen" may do nothing else. */
  read: ['management', 'treasurer', 'secretary', 'costumes', 'parades', 'readonly'],
  /** Fees, ledger, SEPA files, statements, letters about fees, payments and refunds. */
  keepTreasury: ['management', 'treasurer'],
  /** Change members, honors, duties and the assembly, and send circulars. */
  keepMembers: ['management', 'secretary'],
  /** Save a member's data, each office the fields of its part (member-rights.ts). */
  changeMembers: ['management', 'treasurer', 'secretary'],
  /** Change costumes, their owners and types. */
  keepCostumes: ['management', 'costumes'],
  /** Change parades, enrol people, and correct enrolments. */
  keepParades: ['management', 'parades'],
  /** Check participants in; helpers only on the days around the parade. */
  checkIn: ['management', 'parades', 'helper'],
  /** Record cash on the day of a parade, and later in the treasury. */
  takeCash: ['management', 'treasurer', 'parades', 'helper'],
  /** Check participants in at parades of any day, and undo what another user did. */
  checkInOnAnyDay: ['management', 'parades'],
  /** Record cash at parades of any day, and undo what another user did. */
  takeCashOnAnyDay: ['management', 'treasurer', 'parades'],
  /** Change data of at least one part, and undo requests that lie wholly in one's own parts. */
  write: ['management', 'treasurer', 'secretary', 'costumes', 'parades'],
  /** See account and mandate of a member unmasked. */
  seeBankData: ['management', 'treasurer'],
  /** See parades and their participants. */
  seeParades: ['management', 'treasurer', 'secretary', 'costumes', 'parades', 'readonly', 'helper'],
} as const satisfies Record<string, readonly Role[]>

export type Capability = keyof typeof capabilities

/** Whether one of the user's roles has the capability; null is a visitor who is not signed in. */
export function can(user: { roles: readonly Role[] } | null, capability: Capability): boolean {
  const roles: readonly Role[] = capabilities[capability]
  return user?.roles.some((role) => roles.includes(role)) ?? false
}
