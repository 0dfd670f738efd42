import { expect, test } from 'vitest'
import type { MailPlace } from '#worker/orders/mails/mail-facts.queries.ts'
import { paradeCalendar } from '#worker/orders/mails/parade-calendar.ts'

const place: MailPlace = {
  participationId: 12,
  title: 'Nachtumzug',
  date: '2027-01-24',
  town: 'Moosried',
  costumeType: 'Schellenhansel',
  costumeNumber: '118',
  priceInCent: 800,
  isPaid: true,
  isCancelled: false,
}
const at = '2027-01-16T12:00:00.000Z'
const calendarOf = (...places: Partial<MailPlace>[]) =>
  paradeCalendar(
    places.map((change) => ({ ...place, ...change })),
    'umzug.example.de',
    at,
  )
/** A calendar's lines, the folded ones joined again. */
const linesOf = (calendar: string) => calendar.replaceAll('\r\n ', '').split('\r\n')

test('a parade is a whole day with its town and costume', () => {
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
      'LOCATION:Moosried',
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
])('the day is the same wherever it is read, and ends before the next: %s', (date, start, end) => {
  const lines = linesOf(calendarOf({ date }))
  expect(lines).toContain(`DTSTART;VALUE=DATE:${start}`)
  expect(lines).toContain(`DTEND;VALUE=DATE:${end}`)
})

test('no line is longer than 75 bytes, and no umlaut is cut in two', () => {
  const title = 'Großes Jubiläumsnarrentreffen der Gögginger Hexenzünfte '.repeat(3).trim()
  const calendar = calendarOf({ title })
  const bytes = new TextEncoder()
  for (const line of calendar.split('\r\n')) {
    expect(bytes.encode(line).length, line).toBeLessThanOrEqual(75)
  }
  expect(linesOf(calendar)).toContain(`SUMMARY:${title}`)
  expect(calendar).not.toMatch(/[^\r]\n/)
})

test('commas, semicolons and line breaks end nothing', () => {
  const lines = linesOf(calendarOf({ title: 'Umzug; groß, bunt\r\nEND:VCALENDAR', town: 'A\\B' }))
  expect(lines).toContain('SUMMARY:Umzug\\; groß\\, bunt\\nEND:VCALENDAR')
  expect(lines).toContain('LOCATION:A\\\\B')
  expect(lines.filter((line) => line === 'END:VCALENDAR')).toHaveLength(1)
})

test('each parade keeps its name: opened again the entry replaces itself', () => {
  const both = calendarOf({}, { participationId: 13, date: '2027-02-06' })
  expect(linesOf(both).filter((line) => line.startsWith('UID:'))).toEqual([
    'UID:participation-12@umzug.example.de',
    'UID:participation-13@umzug.example.de',
  ])
  expect(calendarOf({}, { participationId: 13, date: '2027-02-06' })).toBe(both)
})
