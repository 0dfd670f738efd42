import type { Db } from '#worker/db/db.ts'
import { withChanges } from '#worker/domain/conflicts.ts'
import type { Day } from '#worker/domain/dates.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { beginsLater, hasDied, noSuchMember, ownershipProblems } from '#worker/domain/ownership.ts'
import { notFoundError, orNotFound, validationError } from '#worker/http/validate.ts'
import type { NewOwner, Ownership, OwnershipChange } from './costumes.contract.ts'
import {
  deleteOwnership,
  endOwnership,
  insertOwnership,
  ownerOfOwnership,
  readOwnershipFacts,
  updateOwnership,
} from './ownerships.queries.ts'

type Context = { db: Db; today: Day }

/** Adds an ownership from a day on; the current ownership ends on that day. */
export async function assignOwner(
  { db, today }: Context,
  costumeId: number,
  memberId: number,
  since: NewOwner['from'],
): Promise<Ownership> {
  const from = notAfter(today, since)
  const why = () => assignmentError(db, costumeId, memberId, from)
  return insertOwnership(db, costumeId, memberId, from, {
    'costume_ownerships.costume_id': () =>
      alreadyOwnerError('Dieses Mitglied besitzt das Kleid schon.'),
    ownable: why,
    foreignKey: why,
  })
}

/** Ends the current ownership and returns it; from that day on the costume belongs to the guild. */
export async function returnToGuild(
  { db, today }: Context,
  costumeId: number,
  since: NewOwner['from'],
): Promise<Ownership> {
  const day = notAfter(today, since)
  const ended = await endOwnership(db, costumeId, day)
  if (ended) return ended
  const { costume, ownerships } = await readOwnershipFacts(db, costumeId, 0)
  if (!costume) throw notFoundError()
  throw ownerships.some(({ ownedFrom }) => ownedFrom > day)
    ? ownedLaterError()
    : alreadyOwnerError('Das Kleid gehört niemandem. Es ist schon bei der Zunft.')
}

/** Corrects an ownership. Omitted fields keep their value. */
export async function changeOwnership(
  { db, today }: Context,
  costumeId: number,
  id: number,
  change: OwnershipChange,
): Promise<Ownership> {
  const validate = async () => {
    const memberId = change.memberId ?? ownerOfOwnership(id)
    const { ownerships, owner } = await readOwnershipFacts(db, costumeId, memberId)
    const stored = orNotFound(ownerships.find((one) => one.id === id))
    const before = { ownedFrom: stored.ownedFrom, ownedTo: stored.ownedTo }
    const { memberId: _, ...days } = change
    const problems = ownershipProblems(
      {
        span: withChanges(before, days),
        before,
        // An anonymised member may keep an ownership but not get one.
        owner: owner && {
          ...owner,
          isAnonymised: owner.isAnonymised && stored.member.id !== memberId,
        },
        given: Object.keys(change),
        others: ownerships.filter((one) => one !== stored),
      },
      today,
    )
    if (Object.keys(problems).length > 0) throw validationError(problems)
  }
  await validate()
  // After a concurrent change, validating again throws the current problem.
  const why = async () => {
    await validate()
    return ownershipChangedError()
  }
  const changed = await updateOwnership(db, costumeId, id, change, today, {
    spanPossible: why,
    'costume_ownerships.costume_id': why,
    foreignKey: why,
    check: why,
  })
  return orNotFound(changed)
}

export async function removeOwnership(
  { db, today }: Context,
  costumeId: number,
  id: number,
  reopenPrevious: boolean,
): Promise<void> {
  const wasThere = await deleteOwnership(db, costumeId, id, reopenPrevious, today, {
    previousLives: () => {
      const message = 'Wer das Kleid davor hatte, ist verstorben und kann es nicht weiter haben.'
      return validationError({ reopenPrevious: message })
    },
  })
  if (!wasThere) throw notFoundError()
}

function notAfter(today: Day, since: NewOwner['from']): Day {
  if (since && since > today) throw validationError({ from: beginsLater })
  return since ?? today
}

async function assignmentError(
  db: Db,
  costumeId: number,
  memberId: number,
  from: Day,
): Promise<DomainError> {
  const { costume, ownerships, owner } = await readOwnershipFacts(db, costumeId, memberId)
  if (!costume) return notFoundError()
  if (!owner || owner.isAnonymised) return validationError({ newMemberId: noSuchMember })
  if (owner.hasDied) return validationError({ newMemberId: hasDied })
  if (costume.registeredUntil) {
    const message = 'Das Kleid ist abgemeldet und bekommt keinen neuen Besitzer.'
    return new DomainError('Conflict', message)
  }
  return ownerships.some(({ ownedFrom }) => ownedFrom > from)
    ? ownedLaterError()
    : ownershipChangedError()
}

function ownedLaterError(): DomainError {
  return validationError({ from: 'Danach hatte das Kleid schon jemand: ändere dort.' })
}

function ownershipChangedError(): DomainError {
  return new DomainError(
    'Conflict',
    'Daran hat sich gerade etwas geändert. Versuche es noch einmal.',
  )
}

function alreadyOwnerError(message: string): DomainError {
  return new DomainError('AlreadyOwner', message)
}
