import { and, eq, isNull } from 'drizzle-orm'
import { costumes, members, parades } from '#worker/db/schema.ts'
import { decidePlaces } from '#worker/domain/enrolment.ts'
import { notFound, validationFailed } from '#worker/http/validate.ts'
import { personColumns } from '#worker/members/member-columns.ts'
import type { Deps } from '#worker/orders/deps.ts'
import { bookPlaces } from './book-places.ts'
import { costumeColumns } from './places.queries.ts'

/** The dialog names rows of the registers. */
const fieldNames = { paradeId: 'memberId', costumeNumber: 'costumeId' } as const

type Entry = { paradeId: number; memberId: number; costumeId: number; userId: number }

/** Management enters a member with a costume, for any parade. */
export async function enterParticipation(deps: Deps, entry: Entry): Promise<number | undefined> {
  const { db, today } = deps
  const [paradeRows, costumeRows, memberRows] = await db.batch([
    db.select().from(parades).where(eq(parades.id, entry.paradeId)),
    db.select(costumeColumns).from(costumes).where(eq(costumes.id, entry.costumeId)),
    db
      .select(personColumns)
      .from(members)
      .where(and(eq(members.id, entry.memberId), isNull(members.anonymisedAt))),
  ])
  if (paradeRows.length === 0) throw notFound()
  const [costume] = costumeRows
  const [person] = memberRows
  if (!costume || !person) {
    throw validationFailed({
      ...(!costume && { costumeId: 'Dieses Kleid gibt es nicht mehr.' }),
      ...(!person && { memberId: 'Dieses Mitglied gibt es nicht mehr.' }),
    })
  }
  const { costumeTypeId, number: costumeNumber } = costume
  const known = {
    parades: paradeRows,
    costumeTypeIds: new Set([costumeTypeId]),
    costumes: costumeRows,
    memberIds: [[person.id]],
    isPicked: true,
  }
  const chosen = [{ paradeId: entry.paradeId, costumeTypeId, costumeNumber }]
  const places = decidePlaces('management', person, chosen, known, today)
  const booking = { door: 'management', places, userId: entry.userId } as const
  const [id] = await bookPlaces(deps, booking, (_, field) => fieldNames[field])
  return id
}
