import { sql } from 'drizzle-orm'
import { type Role, roles } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { PasskeyRule } from '#worker/domain/password.ts'
import { guildSettings, passkeys, userRoles, users } from './schema.ts'
import { correlated } from './statements.ts'

/** The roles of the selected row's user, as a column. */
export const rolesOfUser = correlated<Role[]>(
  sql`SELECT coalesce(group_concat(${userRoles.role}), '') FROM ${userRoles}
      WHERE ${userRoles.userId} = ${users.id}`,
).mapWith(rolesOfList)

/** The known roles among comma-separated codes, in the order of `roles`. */
export function rolesOfList(list: string): Role[] {
  const held = new Set(list.split(','))
  return roles.filter((role) => held.has(role))
}

/** The data by which a browser finds a passkey; `transports` is comma-separated. */
export type KnownPasskey = { credentialId: string; transports: string }

/** The passkeys of the selected row's user, as a column. */
export const passkeysOfUser = correlated<KnownPasskey[]>(
  sql`SELECT json_group_array(
        json_object('credentialId', ${passkeys.credentialId}, 'transports', ${passkeys.transports}))
      FROM ${passkeys} WHERE ${passkeys.userId} = ${users.id}`,
).mapWith((list: string): KnownPasskey[] => JSON.parse(list))

/** Whether, and from which day on, management may only sign in by passkey, as a column. */
export const passkeyRule = correlated<PasskeyRule>(
  sql`SELECT json_array(${guildSettings.passkeysRequired}, ${guildSettings.passkeysRequiredFrom})
      FROM ${guildSettings} WHERE ${guildSettings.id} = 1`,
).mapWith((pair: string | null): PasskeyRule => {
  const [required, from]: [number, Day | null] = JSON.parse(pair ?? '[0,null]')
  return { passkeysRequired: required === 1, passkeysRequiredFrom: from }
})

/** The user's name as a column, "Sabine Kächele"; null where a left join found no user. */
export const nameOfUser = sql<string | null>`${users.firstName} || ' ' || ${users.lastName}`
