import ical, { ICalCalendarMethod } from 'ical-generator'
import { addDays, type Day } from '#worker/domain/dates.ts'
import type { MailPlace } from './mail-facts.queries.ts'
import { costumeOf } from './words.ts'

/**
 * The parades as whole days for one's own calendar. An entry keeps its name: opened a second time it
 * replaces itself.
 * @param host our own public name
 * @param at when it was made
 */
export function paradeCalendar(places: readonly MailPlace[], host: string, at: string): string {
  const calendar = ical({
    prodId: { company: 'Narrenzunft', product: 'Umzugsanmeldung', language: 'DE' },
    method: ICalCalendarMethod.PUBLISH,
  })
  for (const place of places) {
    calendar.createEvent({
      id: `participation-${place.participationId}@${host}`,
      stamp: new Date(at),
      allDay: true,
      start: midnight(place.date),
      end: midnight(addDays(place.date, 1)),
      summary: place.title,
      location: place.town,
      description: costumeOf(place),
    })
  }
  return calendar.toString()
}

function midnight(day: Day): Date {
  return new Date(`${day}T00:00:00Z`)
}
