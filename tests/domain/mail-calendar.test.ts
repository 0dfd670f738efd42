import { expect, test } from 'vitest'
import { withoutTimes } from '#worker/domain/parade.ts'
import type { CalendarPlace } from '#worker/orders/mails/mail-facts.queries.ts'
import { calendarHost, paradeCalendar } from '#worker/orders/mails/parade-calendar.ts'

const place: CalendarPlace = {
  paradeId: 3,
  entryId: 12,
  title: 'Nachtumzug',
  date: '2027-01-24',
  location: '88499 Moosried',
  ...withoutTimes,
  firstName: 'Jörg',
  costumeType: 'Schellenhansel',
  costumeNumber: '118',
  isCancelled: false,
}
const at = '2027-01-16T12:00:00.000Z'
const ofFamily = (isFamily: boolean, ...places: Partial<CalendarPlace>[]) =>
  paradeCalendar(
    places.map((change) => ({ ...place, ...change })),
    { isFamily, host: 'umzug.example.de', at },
  )
const calendarOf = (...places: Partial<CalendarPlace>[]) => ofFamily(false, ...places)
/** A calendar's lines, the folded ones joined again. */
const linesOf = (calendar: string) => calendar.replaceAll('\r\n ', '').split('\r\n')

test('In a calendar file, a parade without times is a whole-day entry with town and costume', () => {
  const lines = linesOf(calendarOf({}))
  expect(lines).toEqual(
    expect.arrayContaining([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      'UID:participation-12@umzug.example.de',
      'DTSTAMP:20270116T120000Z',
      'DTSTART;VALUE=DATE:20270124',
      'DTEND;VALUE=DATE:20270125',
      'SUMMARY:Nachtumzug',
      'LOCATION:88499 Moosried',
      'STATUS:CONFIRMED',
      'TRANSP:OPAQUE',
      'DESCRIPTION:Schellenhansel 118',
      'END:VEVENT',
      'END:VCALENDAR',
    ]),
  )
})

test.each([
  ['2027-02-28', '20270228', '20270301'],
  ['2026-12-31', '20261231', '20270101'],
  ['2027-03-28', '20270328', '20270329'],
])(
  'In a calendar file, the parade on %s begins on the day %s and ends before the day %s, in any time zone',
  (date, start, end) => {
    const lines = linesOf(calendarOf({ date }))
    expect(lines).toContain(`DTSTART;VALUE=DATE:${start}`)
    expect(lines).toContain(`DTEND;VALUE=DATE:${end}`)
  },
)

test('No line of a calendar file is longer than 75 bytes, and no umlaut is cut in two', () => {
  const title = 'Großes Jubiläumsnarrentreffen der Gögginger Hexenzünfte '.repeat(3).trim()
  const calendar = calendarOf({ title })
  const bytes = new TextEncoder()
  for (const line of calendar.split('\r\n')) {
    expect(bytes.encode(line).length, line).toBeLessThanOrEqual(75)
  }
  expect(linesOf(calendar)).toContain(`SUMMARY:${title}`)
  expect(calendar).not.toMatch(/[^\r]\n/)
})

test('Commas, semicolons, backslashes and line breaks in a calendar file are escaped', () => {
  const lines = linesOf(
    calendarOf({ title: 'Umzug; groß, bunt\r\nEND:VCALENDAR', location: 'A\\B' }),
  )
  expect(lines).toContain('SUMMARY:Umzug\\; groß\\, bunt\\nEND:VCALENDAR')
  expect(lines).toContain('LOCATION:A\\\\B')
  expect(lines.filter((line) => line === 'END:VCALENDAR')).toHaveLength(1)
})

test('A calendar entry has the same UID in every file, so that opening a newer file replaces it', () => {
  const second = { paradeId: 4, entryId: 13, date: '2027-02-06' }
  const both = calendarOf({}, second)
  expect(linesOf(both).filter((line) => line.startsWith('UID:'))).toEqual([
    'UID:participation-12@umzug.example.de',
    'UID:participation-13@umzug.example.de',
  ])
  expect(calendarOf({}, second)).toBe(both)
})

test('A later calendar file has a higher SEQUENCE, so that its entries replace those of earlier files', () => {
  const sequenceAt = (instant: string) => {
    const file = paradeCalendar([place], { isFamily: false, host: 'h', at: instant })
    return Number(/SEQUENCE:(\d+)/.exec(file)?.[1])
  }
  expect(sequenceAt('2027-01-16T12:00:01.999Z') - sequenceAt(at)).toBe(1)
  expect(sequenceAt(at)).toBe((Date.UTC(2027, 0, 16, 12) - Date.UTC(2020, 0, 1)) / 1000)
})

test.each([
  [{ isCancelled: true }, 'DESCRIPTION:Der Umzug ist abgesagt.'],
  [{ isGivenUp: true }, 'DESCRIPTION:Hier bist Du nicht mehr angemeldet.'],
])(
  'After a parade was cancelled or a place was given up, its calendar entry has the same UID and the status CANCELLED: %j',
  (change, description) => {
    const lines = linesOf(calendarOf(change))
    expect(lines).toEqual(
      expect.arrayContaining([
        'UID:participation-12@umzug.example.de',
        'SUMMARY:Abgesagt: Nachtumzug',
        description,
        'STATUS:CANCELLED',
        'TRANSP:TRANSPARENT',
      ]),
    )
  },
)

test("When one person of a family gives up a place, the family's calendar entry has the status CONFIRMED and lists only the others", () => {
  const mia = { firstName: 'Mia', costumeType: 'Kinderhansel', costumeNumber: '23' }
  const lines = linesOf(ofFamily(true, { isGivenUp: true }, mia))
  expect(lines).toContain('DESCRIPTION:Mia: Kinderhansel 23')
  expect(lines).toContain('STATUS:CONFIRMED')
})

test('A family has one calendar entry for each parade, with the costume of each person', () => {
  const mia = { firstName: 'Mia', costumeType: 'Kinderhansel', costumeNumber: '23' }
  const lines = linesOf(ofFamily(true, {}, mia, { ...mia, paradeId: 4, entryId: 14 }))
  expect(lines.filter((line) => /^(UID|DESCRIPTION)/.test(line))).toEqual([
    'UID:participation-12@umzug.example.de',
    'DESCRIPTION:Jörg: Schellenhansel 118\\nMia: Kinderhansel 23',
    'UID:participation-14@umzug.example.de',
    'DESCRIPTION:Mia: Kinderhansel 23',
  ])
})

test.each([
  ['https://umzug.example.de', 'umzug.example.de'],
  ['http://localhost:8787', 'localhost'],
  ['', 'zunft'],
])('The UIDs of calendar entries contain, for the site %j, the host %s', (origin, host) => {
  expect(calendarHost(origin)).toBe(host)
})

test("In a calendar file, a person's extras follow their costume", () => {
  const bus = {
    id: 1,
    quantity: 1,
    priceInCent: 500,
    title: 'Bus ab Rathaus',
    kind: 'bus',
    departure: { time: '09:10', place: 'Rathaus' },
  } as const
  const lines = linesOf(ofFamily(true, { extras: [bus] }, { firstName: 'Mia' }))
  expect(lines.find((line) => line.startsWith('DESCRIPTION'))?.replaceAll('\u00a0', ' ')).toBe(
    String.raw`DESCRIPTION:Jörg: Schellenhansel 118\ndarin Bus ab Rathaus\, 09:10 Uhr: 5\,00 €\nMia: Schellenhansel 118`,
  )
})
