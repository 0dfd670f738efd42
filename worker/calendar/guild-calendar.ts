import ical, {
  type ICalCalendar,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import { addDays, type Day, germanDateWithWeekday } from '#worker/domain/dates.ts'
import { assemblyDay } from '#worker/domain/honors.ts'
import type { CalendarParade, findCalendar } from './calendar.queries.ts'

const hour = 60 * 60
/** How often a calendar shall ask. */
const askAgainInSeconds = 12 * hour

/** Of what the history does not tell: before all it may tell of. */
const longAgo = '2020-01-01T00:00:00.000Z'

type Found = NonNullable<Awaited<ReturnType<typeof findCalendar>>>

/**
 * The days of the guild as a calendar that others ask for again and again: the same text until something
 * changes. Without METHOD the stamp of an entry is when it was last changed (RFC 5545, 3.8.7.2).
 */
export function guildCalendar({ guild, parades }: Found, today: Day): string {
  const calendar = ical({
    name: guild.name || 'Narrenzunft',
    prodId: { company: 'Narrenzunft', product: 'Termine', language: 'DE' },
    ttl: askAgainInSeconds,
  })
  for (const parade of parades) addParade(calendar, parade)
  const assembly = assemblyDay(guild.assemblyDate, today)
  addDay(calendar, assembly, guild.changedAt, {
    // Moved it is another entry, and the one before is gone.
    id: `assembly-${assembly}@zunft`,
    summary: 'Generalversammlung',
    // An evening, of which the guild knows the day alone.
    transparency: ICalEventTransparency.TRANSPARENT,
  })
  return calendar.toString()
}

// Kept when it is called off: who has noted the day reads it there.
function addParade(calendar: ICalCalendar, parade: CalendarParade): void {
  const { id, title, date, host, hostTown, hostPlz, dateEnrolmentEnd, changedAt } = parade
  const isCalledOff = parade.cancelledAt !== null
  const ends = `Anmeldung bis ${germanDateWithWeekday(dateEnrolmentEnd)}`
  addDay(calendar, date, changedAt, {
    id: `parade-${id}@zunft`,
    summary: isCalledOff ? `Abgesagt: ${title}` : title,
    location: hostTown ? `${hostPlz} ${hostTown}`.trim() : host,
    description: isCalledOff ? 'Der Umzug ist abgesagt.' : ends,
    status: isCalledOff ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    transparency: isCalledOff ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
  })
}

function addDay(
  calendar: ICalCalendar,
  day: Day,
  changedAt: string | null,
  entry: Omit<ICalEventData, 'start'>,
): void {
  const changed = new Date(changedAt ?? longAgo)
  calendar.createEvent({
    ...entry,
    start: midnight(day),
    end: midnight(addDays(day, 1)),
    allDay: true,
    stamp: changed,
    lastModified: changed,
    sequence: Math.round((changed.getTime() - Date.parse(longAgo)) / 1000),
  })
}

function midnight(day: Day): Date {
  return new Date(`${day}T00:00:00Z`)
}
