import type { Db } from '#worker/db/db.ts'
import { isForeignKeyViolation, notNullViolation, uniqueViolation } from '#worker/db/sqlite.ts'
import type { Day } from '#worker/domain/dates.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { notFound, validationFailed } from '#worker/http/validate.ts'
import type { Ownership } from './costumes.contract.ts'
import { findCostume } from './costumes.queries.ts'
import {
  endOwnerships,
  findCostumeAndMember,
  findOwnership,
  insertOwnership,
} from './ownerships.queries.ts'

type Context = { db: Db; today: Day }

/** The new ownership, from today on; the one before it ends today. */
export async function giveToMember(
  { db, today }: Context,
  costumeId: number,
  memberId: number,
): Promise<Ownership> {
  return insertOwnership(db, costumeId, memberId, today).catch(async (error: unknown) => {
    if (uniqueViolation(error)) throw alreadyOwner('Dieses Mitglied besitzt das Kleid schon.')
    const isRefused = isForeignKeyViolation(error) || notNullViolation(error)
    throw isRefused ? await whyRefused(db, costumeId, memberId) : error
  })
}

/** The ownership that ended today: from now on the costume lies with the guild. */
export async function giveBack({ db, today }: Context, costumeId: number): Promise<Ownership> {
  const [ended] = await endOwnerships(db, costumeId, today, null)
  if (ended) return findOwnership(db, ended.id)
  throw (await findCostume(db, costumeId))
    ? alreadyOwner('Das Kleid gehört niemandem. Es ist schon bei der Zunft.')
    : notFound()
}

function alreadyOwner(message: string): DomainError {
  return new DomainError('AlreadyOwner', message)
}

async function whyRefused(db: Db, costumeId: number, memberId: number): Promise<DomainError> {
  const { costume, member } = await findCostumeAndMember(db, costumeId, memberId)
  if (!costume) return notFound()
  if (!member) return validationFailed({ newMemberId: 'Dieses Mitglied gibt es nicht mehr.' })
  if (member.state === 'Died') {
    return validationFailed({ newMemberId: 'Dieses Mitglied ist verstorben.' })
  }
  const message = costume.registeredUntil
    ? 'Das Kleid ist abgemeldet und bekommt keinen neuen Besitzer.'
    : 'Daran hat sich gerade etwas geändert. Versuche es noch einmal.'
  return new DomainError('Conflict', message)
}
