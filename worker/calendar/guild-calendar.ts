import { and, asc, between, eq, type SQL, sql } from 'drizzle-orm'
import ical, {
  type ICalCalendar,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import { commit } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { planColumns } from '#worker/db/open-parades.ts'
import { guildSettings, parades, users } from '#worker/db/schema.ts'
import { correlated } from '#worker/db/statements.ts'
import type { AuditEntity } from '#worker/domain/codes.ts'
import { addMonths, type Day, germanDateWithWeekday } from '#worker/domain/dates.ts'
import { assemblyDay } from '#worker/domain/honors.ts'
import { calendarTimesOf, clockTime, planLines } from '#worker/domain/times.ts'

const hour = 60 * 60
/** How often calendar programs should refresh. */
const refreshInSeconds = 12 * hour

/** The time of change for entries without a line of history: earlier than every line. */
const longAgo = '2020-01-01T00:00:00.000Z'

type Found = NonNullable<Awaited<ReturnType<typeof findCalendar>>>

/**
 * The guild's dates as a calendar. The text only changes when the data do. Without METHOD the stamp of an entry
 * is the time of its last change (RFC 5545, 3.8.7.2).
 */
export function guildCalendar({ guild, parades }: Found, today: Day): string {
  const calendar = ical({
    name: guild.name || 'Narrenzunft',
    prodId: { company: 'Narrenzunft', product: 'Termine', language: 'DE' },
    ttl: refreshInSeconds,
  })
  for (const parade of parades) addParade(calendar, parade)
  const assembly = assemblyDay(guild.assemblyDate, today)
  addEvent(calendar, calendarTimesOf({ date: assembly, timeStart: null }), guild.changedAt, {
    // When the assembly is moved to another day, calendars get a new entry and the previous one disappears.
    id: `assembly-${assembly}@zunft`,
    summary: 'Generalversammlung',
    // It takes place in the evening, and only its day is known.
    transparency: ICalEventTransparency.TRANSPARENT,
  })
  return calendar.toString()
}

// A cancelled parade stays, so that subscribers see the cancellation.
function addParade(calendar: ICalCalendar, parade: CalendarParade): void {
  const { id, title, host, hostTown, hostPlz, dateEnrolmentEnd, changedAt } = parade
  const isCalledOff = parade.cancelledAt !== null
  const endTime = parade.timeEnrolmentEnd === null ? '' : `, ${clockTime(parade.timeEnrolmentEnd)}`
  const ends = `Anmeldung bis ${germanDateWithWeekday(dateEnrolmentEnd)}${endTime}`
  addEvent(calendar, calendarTimesOf(parade), changedAt, {
    id: `parade-${id}@zunft`,
    summary: isCalledOff ? `Abgesagt: ${title}` : title,
    location: hostTown ? `${hostPlz} ${hostTown}`.trim() : host,
    description: isCalledOff ? 'Der Umzug ist abgesagt.' : [...planLines(parade), ends].join('\n'),
    status: isCalledOff ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    transparency: isCalledOff ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
  })
}

function addEvent(
  calendar: ICalCalendar,
  times: ReturnType<typeof calendarTimesOf>,
  changedAt: string | null,
  entry: Omit<ICalEventData, 'start'>,
): void {
  const changed = new Date(changedAt ?? longAgo)
  calendar.createEvent({
    ...entry,
    ...times,
    stamp: changed,
    lastModified: changed,
    sequence: Math.round((changed.getTime() - Date.parse(longAgo)) / 1000),
  })
}

/** How many months before and after today are included. */
const monthsAround = 12

/** Stores the hash of a new token; null: none. The previous token becomes invalid. */
export async function setCalendar(db: Db, userId: number, hash: string | null): Promise<void> {
  await commit(db, [write.update(users).set({ calendarHash: hash }).where(eq(users.id, userId))])
}

/** The parades around today and the guild, read at once; null when the token belongs to no user with access. */
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
      timeEnrolmentEnd: parades.timeEnrolmentEnd,
      ...planColumns,
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

type CalendarParade = Awaited<ReturnType<typeof selectParades>>[number]

/** The time of the last line of history; null without one. */
function changedAt(entity: AuditEntity, id: typeof parades.id | typeof guildSettings.id) {
  return correlated<string | null>(sql`SELECT l.at FROM audit_entries l
    WHERE l.entity = ${entity} AND l.entity_id = ${id} ORDER BY l.id DESC LIMIT 1`)
}
