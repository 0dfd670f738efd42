import { and, asc, between, eq, type SQL, sql } from 'drizzle-orm'
import { commit } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { guildSettings, parades, users } from '#worker/db/schema.ts'
import { correlated } from '#worker/db/statements.ts'
import type { AuditEntity } from '#worker/domain/codes.ts'
import { addMonths, type Day } from '#worker/domain/dates.ts'

/** How far it looks back and ahead. */
const monthsAround = 12

/** @param hash of what opens it; null ends it. The one before opens nothing any more. */
export async function setCalendar(db: Db, userId: number, hash: string | null): Promise<void> {
  await commit(db, [write.update(users).set({ calendarHash: hash }).where(eq(users.id, userId))])
}

/** The parades around today and the guild's own, for who has what opens it; null = nobody may. One read. */
export async function findCalendar(db: Db, hash: string, today: Day) {
  const isOpen = sql`EXISTS (SELECT 1 FROM users u WHERE u.calendar_hash = ${hash} AND u.locked = 0
    AND EXISTS (SELECT 1 FROM user_roles r WHERE r.user_id = u.id))`
  const [found, [guild]] = await db.batch([
    selectParades(db, today, isOpen),
    db
      .select({
        name: guildSettings.name,
        assemblyDate: guildSettings.assemblyDate,
        changedAt: changedAt('settings', guildSettings.id).as('changed_at'),
      })
      .from(guildSettings)
      .where(isOpen),
  ])
  return guild ? { guild, parades: found } : null
}

function selectParades(db: Db, today: Day, isOpen: SQL) {
  return db
    .select({
      id: parades.id,
      title: parades.title,
      date: parades.date,
      host: parades.host,
      hostPlz: parades.hostPlz,
      hostTown: parades.hostTown,
      dateEnrolmentEnd: parades.dateEnrolmentEnd,
      cancelledAt: parades.cancelledAt,
      changedAt: changedAt('parade', parades.id).as('changed_at'),
    })
    .from(parades)
    .where(
      and(
        isOpen,
        between(parades.date, addMonths(today, -monthsAround), addMonths(today, monthsAround)),
      ),
    )
    .orderBy(asc(parades.date), asc(parades.paradeNumber), asc(parades.id))
}

export type CalendarParade = Awaited<ReturnType<typeof selectParades>>[number]

/** When the history last tells of it; null = it does not. */
function changedAt(entity: AuditEntity, id: typeof parades.id | typeof guildSettings.id) {
  return correlated<string | null>(sql`SELECT l.at FROM audit_entries l
    WHERE l.entity = ${entity} AND l.entity_id = ${id} ORDER BY l.id DESC LIMIT 1`)
}
