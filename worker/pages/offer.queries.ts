import { listCostumeTypes } from '#worker/costumes/costume-types.queries.ts'
import type { Db } from '#worker/db/db.ts'
import type { Day } from '#worker/domain/dates.ts'
import { listParadesOpenForEnrolment } from '#worker/enrolment/enrolment.queries.ts'
import { selectPublicGuild, toPublicGuild } from '#worker/guild/guild.queries.ts'

/** All that the enrolment page shows, in one round trip. */
export async function readOffer(db: Db, today: Day) {
  const [guild, parades, costumeTypes] = await db.batch([
    selectPublicGuild(db),
    listParadesOpenForEnrolment(db, today),
    listCostumeTypes(db),
  ])
  return { guild: toPublicGuild(guild), today, parades, costumeTypes }
}
