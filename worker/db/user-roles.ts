import { sql } from 'drizzle-orm'
import { type Role, roles } from '#worker/domain/codes.ts'
import { correlated } from './correlated.ts'
import { userRoles, users } from './schema.ts'

/** The roles of the user of the row being read, as one more column. */
export const rolesOfUser = correlated<Role[]>(
  sql`SELECT coalesce(group_concat(${userRoles.role}), '') FROM ${userRoles}
      WHERE ${userRoles.userId} = ${users.id}`,
).mapWith(rolesOfList)

/** @param list of codes, by commas */
export function rolesOfList(list: string): Role[] {
  const held = new Set(list.split(','))
  return roles.filter((role) => held.has(role))
}
