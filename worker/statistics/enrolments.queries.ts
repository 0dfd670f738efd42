import { and, asc, count, eq, gte, inArray } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { costumeTypes, parades, participations } from '#worker/db/schema.ts'
import type { Day } from '#worker/domain/dates.ts'
import { foundColumns } from '#worker/parades/parades.queries.ts'
import type { EnrolmentsOfParade } from './statistics.contract.ts'

/** Parades from today on with what is booked, by costume type; one read. */
export async function listEnrolments(db: Db, today: Day): Promise<EnrolmentsOfParade[]> {
  const comingIds = db.select({ id: parades.id }).from(parades).where(gte(parades.date, today))
  const [coming, counts] = await db.batch([
    db
      .select(foundColumns)
      .from(parades)
      .where(gte(parades.date, today))
      .orderBy(asc(parades.date), asc(parades.paradeNumber), asc(parades.id)),
    db
      .select({
        paradeId: participations.paradeId,
        typeId: costumeTypes.id,
        typeName: costumeTypes.name,
        enrolments: count(),
      })
      .from(participations)
      .innerJoin(costumeTypes, eq(costumeTypes.id, participations.costumeTypeId))
      .where(and(inArray(participations.paradeId, comingIds), eq(participations.state, 'booked')))
      .groupBy(participations.paradeId, costumeTypes.id)
      .orderBy(asc(costumeTypes.nameKey)),
  ])
  const byParade = Map.groupBy(counts, ({ paradeId }) => paradeId)
  return coming.map((parade) => {
    const ofParade = byParade.get(parade.id) ?? []
    return {
      parade,
      total: ofParade.reduce((sum, { enrolments }) => sum + enrolments, 0),
      enrolments: ofParade.map(({ typeId, typeName, enrolments }) => ({
        costumeType: { id: typeId, name: typeName },
        enrolments,
      })),
    }
  })
}
