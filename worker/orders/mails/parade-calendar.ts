import ical, {
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import { bookedExtraLine } from '#worker/domain/extras.ts'
import { calendarTimesOf, planLines } from '#worker/domain/times.ts'
import type { CalendarPlace } from './mail-facts.queries.ts'
import { costumeOf, withoutLinks } from './words.ts'

/** Sequence numbers count from here. They only grow: calendars treat a higher number as the newer entry. */
const firstSequence = Date.parse('2020-01-01T00:00:00.000Z')

/**
 * The parades as a calendar file with one entry each. Entries keep their ids, so that opening a
 * newer file replaces them, and those of cancelled places and parades are cancelled.
 * @param isFamily whether entries name each person with the costume
 * @param host the site's host name
 * @param at instant of creation
 */
export function paradeCalendar(
  places: readonly CalendarPlace[],
  { isFamily, host, at }: { isFamily: boolean; host: string; at: string },
): string {
  const calendar = ical({
    prodId: { company: 'Narrenzunft', product: 'Umzugsanmeldung', language: 'DE' },
    method: ICalCalendarMethod.PUBLISH,
  })
  const made = new Date(at)
  for (const inParade of Map.groupBy(places, ({ paradeId }) => paradeId).values()) {
    const [first] = inParade
    if (!first) continue
    calendar.createEvent({
      id: `participation-${first.entryId}@${host}`,
      stamp: made,
      sequence: Math.floor((made.getTime() - firstSequence) / 1000),
      ...calendarTimesOf(first),
      location: first.location,
      ...(inParade.some(takesPlace) ? confirmedEntry(inParade, isFamily) : cancelledEntry(first)),
    })
  }
  return calendar.toString()
}

const takesPlace = ({ isCancelled, isGivenUp }: CalendarPlace) => !isCancelled && !isGivenUp

type Entry = Pick<ICalEventData, 'summary' | 'description' | 'status' | 'transparency'>

function confirmedEntry(inParade: readonly CalendarPlace[], isFamily: boolean): Entry {
  return {
    summary: inParade[0]?.title ?? '',
    description: [
      ...inParade.slice(0, 1).flatMap(planLines),
      ...inParade
        .filter(takesPlace)
        .flatMap((place) => [
          isFamily ? `${withoutLinks(place.firstName)}: ${costumeOf(place)}` : costumeOf(place),
          ...place.extras.map(bookedExtraLine),
        ]),
    ].join('\n'),
    status: ICalEventStatus.CONFIRMED,
    transparency: ICalEventTransparency.OPAQUE,
  }
}

// Some calendars do not show the status, so the title says it as well.
function cancelledEntry({ title, isCancelled }: CalendarPlace): Entry {
  return {
    summary: `Abgesagt: ${title}`,
    description: isCancelled ? 'Der Umzug ist abgesagt.' : 'Hier bist Du nicht mehr angemeldet.',
    status: ICalEventStatus.CANCELLED,
    transparency: ICalEventTransparency.TRANSPARENT,
  }
}

/** The host name in the entries' ids; "zunft" without a public address. */
export function calendarHost(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).hostname : 'zunft'
}
