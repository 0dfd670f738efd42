import ical, { ICalCalendarMethod } from 'ical-generator'
import { addDays, type Day } from '#worker/domain/dates.ts'
import type { CalendarPlace } from './mail-facts.queries.ts'
import { costumeOf, withoutLinks } from './words.ts'

/**
 * The parades as whole days for one's own calendar, one entry each, whoever of the order is there. An
 * entry keeps its name: opened a second time it replaces itself.
 * @param isFamily whether it says who wears what
 * @param host our own public name
 * @param at when it was made
 */
export function paradeCalendar(
  places: readonly CalendarPlace[],
  { isFamily, host, at }: { isFamily: boolean; host: string; at: string },
): string {
  const calendar = ical({
    prodId: { company: 'Narrenzunft', product: 'Umzugsanmeldung', language: 'DE' },
    method: ICalCalendarMethod.PUBLISH,
  })
  for (const inParade of Map.groupBy(places, ({ paradeId }) => paradeId).values()) {
    const [first] = inParade
    if (!first) continue
    calendar.createEvent({
      id: `participation-${first.entryId}@${host}`,
      stamp: new Date(at),
      allDay: true,
      start: midnight(first.date),
      end: midnight(addDays(first.date, 1)),
      summary: first.title,
      location: first.town,
      description: inParade
        .map((place) =>
          isFamily ? `${withoutLinks(place.firstName)}: ${costumeOf(place)}` : costumeOf(place),
        )
        .join('\n'),
    })
  }
  return calendar.toString()
}

/** What entries are named after; "zunft" where we have no address of our own. */
export function calendarHost(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).hostname : 'zunft'
}

function midnight(day: Day): Date {
  return new Date(`${day}T00:00:00Z`)
}
