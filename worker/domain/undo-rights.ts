import type { AuditEntity, AuditOp, Role } from './codes.ts'
import { type MemberFieldName, memberFieldNames } from './member.ts'
import { mayChangeField } from './member-rights.ts'
import { type Capability, can } from './rights.ts'

type User = { roles: readonly Role[] } | null

/** The part of the guild's work that a line of the history belongs to. */
const parts: Record<AuditEntity, Capability> = {
  member: 'keepMembers',
  timespan: 'keepMembers',
  exit: 'keepMembers',
  honor: 'keepMembers',
  duty: 'keepMembers',
  assemblyHonor: 'keepMembers',
  office: 'keepMembers',
  circular: 'keepMembers',
  costumeType: 'keepCostumes',
  costume: 'keepCostumes',
  ownership: 'keepCostumes',
  parade: 'keepParades',
  participation: 'keepParades',
  feeYear: 'keepTreasury',
  feeBooking: 'keepTreasury',
  feeLetter: 'keepTreasury',
  letterText: 'keepTreasury',
  circularTemplate: 'keepMembers',
  settings: 'manage',
  feeRule: 'manage',
  honorRule: 'keepMembers',
  honorRuleDuty: 'manage',
  user: 'manage',
  userRole: 'manage',
  passkey: 'manage',
  session: 'manage',
  run: 'manage',
  export: 'manage',
  disclosure: 'manage',
  import: 'manage',
  merge: 'manage',
  view: 'manage',
}

type Line = {
  entity: AuditEntity
  op: AuditOp
  /** Each field with its old and its new value; null once the member has been anonymised. */
  changes: Readonly<Record<string, readonly [unknown, unknown]>> | null
}

/** A request as the history shows it. `act`: method and route. */
type DoneRequest = { act: string; lines: readonly Line[] }

/** The act that changes the rules of the guild, whichever rows it changes; only management may. */
const settingsAct = 'PUT /api/guild/settings'

/** Whether the user may undo a request: they have the right for each of the request's lines in the history. */
export function mayUndo(user: User, { act, lines }: DoneRequest): boolean {
  if (act === settingsAct) return can(user, 'manage')
  return can(user, 'write') && lines.every((line) => mayUndoLine(user, line))
}

function mayUndoLine(user: User, { entity, op, changes }: Line): boolean {
  if (entity !== 'member' || changes === null) return can(user, parts[entity])
  if (op !== 'update' && !can(user, 'keepMembers')) return false
  const isChanged = (name: MemberFieldName) => changes[name]?.some((value) => !isEmpty(value))
  return memberFieldNames.filter(isChanged).every((name) => mayChangeField(user, name))
}

const isEmpty = (value: unknown) => value === null || value === ''
