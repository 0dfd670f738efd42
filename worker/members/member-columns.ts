import { getTableColumns } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { members } from '#worker/db/schema.ts'
import type { MemberFields } from '#worker/domain/member.ts'
import { normaliseName } from '#worker/domain/names.ts'
import type { StoredMember } from './members.contract.ts'

const {
  firstNameKey: _f,
  lastNameKey: _l,
  maidenNameKey: _m,
  createdAt: _c,
  updatedAt: _u,
  version: _v,
  importId: _i,
  ...columns
} = getTableColumns(members)

/** The columns that are read of a member: all but search keys and technical ones. */
export const memberColumns = columns satisfies Record<
  Exclude<keyof StoredMember, 'membershipActiveTimespan' | 'exit'>,
  SQLiteColumn
>

/** How the API identifies a person: `Person`. */
export const personColumns = {
  id: columns.id,
  firstName: columns.firstName,
  lastName: columns.lastName,
  birthday: columns.birthday,
}

/** The columns of a member's row from the form's fields; timespans are stored in their own table. */
export function toRow(fields: MemberFields, now: Date) {
  const { membershipActiveTimespan: _, ...row } = fields
  return {
    ...row,
    firstNameKey: normaliseName(fields.firstName),
    lastNameKey: normaliseName(fields.lastName),
    maidenNameKey: normaliseName(fields.maidenName),
    updatedAt: now.toISOString(),
  }
}
