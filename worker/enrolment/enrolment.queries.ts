import { and, asc, gte, isNull, lte } from 'drizzle-orm'
import { listCostumeTypes } from '#worker/costumes/costume-types.queries.ts'
import type { Db } from '#worker/db/db.ts'
import { parades } from '#worker/db/schema.ts'
import type { Day } from '#worker/domain/dates.ts'
import { selectPublicGuild, toPublicGuild } from '#worker/guild/guild.queries.ts'
import type { EnrolmentParade } from './enrolment.contract.ts'

const columns = {
  id: parades.id,
  title: parades.title,
  host: parades.host,
  hostTown: parades.hostTown,
  date: parades.date,
  priceForAdultsInCent: parades.priceForAdultsInCent,
  priceForChildrenInCent: parades.priceForChildrenInCent,
  dateEnrolmentEnd: parades.dateEnrolmentEnd,
  isChildParade: parades.isChildParade,
}

/** Parades open for public enrolment today: `isOpenForEnrolment` in SQL, without cancelled ones. */
export function listParadesOpenForEnrolment(db: Db, today: Day) {
  return db
    .select(columns)
    .from(parades)
    .where(
      and(
        lte(parades.dateEnrolmentStart, today),
        gte(parades.dateEnrolmentEnd, today),
        gte(parades.date, today),
        isNull(parades.cancelledAt),
      ),
    )
    .orderBy(asc(parades.date), asc(parades.paradeNumber), asc(parades.id))
}

/** For staff: every parade from today on that is not cancelled. */
export function listParadesFromToday(db: Db, today: Day): Promise<EnrolmentParade[]> {
  return db
    .select(columns)
    .from(parades)
    .where(and(gte(parades.date, today), isNull(parades.cancelledAt)))
    .orderBy(asc(parades.date), asc(parades.paradeNumber), asc(parades.id))
}

/** Everything the enrolment page shows, in one round trip. */
export async function readOffer(db: Db, today: Day) {
  const [guild, parades, costumeTypes] = await db.batch([
    selectPublicGuild(db),
    listParadesOpenForEnrolment(db, today),
    listCostumeTypes(db),
  ])
  return { guild: toPublicGuild(guild), today, parades, costumeTypes }
}
