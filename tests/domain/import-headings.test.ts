import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { importFields, templateHeadings } from '#worker/domain/import/fields.ts'
import {
  dayInHeading,
  guessKinds,
  guessMapping,
  headingKey,
  headingsKey,
  programOf,
  sheetKinds,
  targetsOf,
} from '#worker/domain/import/headings.ts'
import { knownHeadings } from '#worker/domain/import/known-headings.ts'

const members = (headings: string, samples: readonly string[] = []) =>
  guessMapping(
    'members',
    headings.split(';'),
    samples.map((cell) => [cell]),
  ).columns

test('Every known heading is recognised when it is alone in a file', () => {
  const all = sheetKinds.flatMap((kind) =>
    Object.entries(knownHeadings[kind]).flatMap(([field, headings]) =>
      headings.map((heading) => ({ kind, field, heading })),
    ),
  )
  // The 274 that were gathered, and what lists since have brought.
  expect(all.length).toBeGreaterThanOrEqual(274)
  const unknown = all.filter(({ kind, field, heading }) => {
    const expected = field === 'nameOrLastName' ? 'fullName' : field
    return guessMapping(kind, [heading]).columns[0] !== expected
  })
  expect(unknown).toEqual([])
})

test('Headings are compared without case, accents, blanks and punctuation', () => {
  expect(headingKey('Straße + Nr.')).toBe('strassenr')
  expect(headingKey('  GEB.-DAT. ')).toBe('gebdat')
  expect(headingKey('Mädchenname')).toBe(headingKey('MAEDCHENNAME'))
  expect(headingsKey(['Nr.', 'Name'])).toBe(headingsKey(['NR', 'name']))
  expect(headingsKey(['Nr.', 'Name'])).not.toBe(headingsKey(['Name', 'Nr.']))
})

describe('the fields of columns', () => {
  test.each([
    ['Name;Vorname', 'lastName firstName'],
    ['Name;Geburtstag', 'fullName birthday'],
    ['Nachname;Vorname;Anzeigename', 'lastName firstName -'],
    ['Nr;Name;Alter;Jahrgang;Mitgliedsjahre', 'memberNumber fullName - - -'],
    ['Lfd. Nr.;Nr;Mitgliedsnummer;Name', '- - memberNumber fullName'],
    [
      'Name;Vorname;Straße;Nr.;PLZ;Ort',
      'lastName firstName streetAndNumber addressNumber addressPlz addressTown',
    ],
    ['Geburtsdatum (TT.MM.JJJJ);IBAN *;E-Mail:', 'birthday bankingIban eMail'],
    ['Telefon;Tel. privat;Handy', 'phone - phoneMobile'],
    ['Bemerkung;Notizen', 'comment comment'],
    ['Name;geb.;geb. Name', 'fullName birthday maidenName'],
    ['Name;Sprünge bis 2024', 'fullName paradesBefore'],
    [
      'Name;Anzahl Sprünge (Stand 31.12.2024);Stichtag',
      'fullName paradesBefore paradesBeforeUntil',
    ],
    ['Name;Sprünge gesamt;Lastschrift J/N', 'fullName paradesBefore bankingSepaAllowed'],
    ['Häs;Anrede;Geschlecht;[Id]', '- - - -'],
    ['mitglied_geburtsdatum;mitglied_geburtsdatum_f', 'birthday -'],
  ])(
    'In a file of members, the headings %s are assigned to the fields %s (-: to none)',
    (headings, expected) => {
      expect(
        members(headings)
          .map((field) => field ?? '-')
          .join(' '),
      ).toBe(expected)
    },
  )

  test('Columns with unclear headings are recognised by their values', () => {
    const values = [
      'DE70 6425 0040 0001 0079 19',
      'ute@example.de',
      '0171 2345678',
      '07433 12345',
      '72336 Balingen',
      'Bantle, Beate',
      '01.02.1958',
      '',
    ]
    expect(members('A;B;C;D;E;F;G;H', values)).toEqual([
      'bankingIban',
      'eMail',
      'phoneMobile',
      'phone',
      'plzAndTown',
      'fullName',
      null,
      null,
    ])
    expect(members('IBAN;Konto', [values[0] ?? '', values[0] ?? ''])).toEqual(['bankingIban', null])
    expect(members('Alter', ['ute@example.de'])).toEqual([null])
    expect(guessMapping('members', ['B'], [['ute@example.de', 'keine']]).columns).toEqual([null])
  })

  test('In a file of costumes "Nr" beside "Gruppe" is the costume number, and in a file of offices "Funktion" is the office', () => {
    const costumes = (headings: string[]) => guessMapping('costumes', headings).columns
    expect(costumes(['Gruppe', 'Nr', 'Name'])).toEqual(['costumeType', 'number', 'fullName'])
    expect(costumes(['Nr', 'Häs-Nr.', 'Träger'])).toEqual(['memberNumber', 'number', 'fullName'])
    expect(guessMapping('duties', ['Mitglied', 'Funktion', 'von', 'bis']).columns).toEqual([
      'fullName',
      'duty',
      'from',
      'to',
    ])
  })

  test('In a file of honors, a heading that is the name of one honor is assigned to it, but not a heading that fits several ("Ehrenmitglied")', () => {
    const headings = ['Name', 'Sprungorden 25', 'Sprungorden 50', 'Ehrenmitglied', 'Ehrenelferrat']
    expect(guessMapping('honors', headings).columns).toEqual([
      'fullName',
      'honor:Parades_25',
      'honor:Parades_50',
      null,
      'honor:Ehrenelferrat',
    ])
    expect(targetsOf('honors', 'Ehrenmitglied').map(({ field }) => field)).toContain(
      'honor:Honorary_Member_25',
    )
    expect(guessKinds(headings)[0]).toBe('honors')
  })

  test('In a file of participations, a heading with a day is assigned to the crosses of the parade on this day', () => {
    const headings = ['Name', '19.01. Moosried', 'Ringtreffen 19.1.25', 'gesamt', 'Bemerkung']
    expect(guessMapping('participations', headings).columns).toEqual([
      'fullName',
      'parade:01-19',
      'parade:2025-01-19',
      null,
      null,
    ])
    expect(targetsOf('participations', 'Moosried 19.1.25').at(-1)?.field).toBe('parade:2025-01-19')
    expect(targetsOf('members', '19.1.25')).toEqual(importFields.members)
  })

  test('Only the comment and a parade are ever assigned to two columns, whatever the headings', () => {
    const all = sheetKinds.flatMap((kind) => Object.values(knownHeadings[kind]).flat())
    const heading = fc.oneof(fc.constantFrom(...all), fc.string())
    fc.assert(
      fc.property(
        fc.constantFrom(...sheetKinds),
        fc.array(heading, { maxLength: 12 }),
        (kind, headings) => {
          const { columns } = guessMapping(
            kind,
            headings,
            headings.map((text) => [text]),
          )
          expect(columns).toHaveLength(headings.length)
          const once = columns.filter(
            (field) => field && field !== 'comment' && !field.startsWith('parade:'),
          )
          expect(new Set(once).size).toBe(once.length)
          guessKinds(headings)
          programOf(headings)
        },
      ),
      { seed: 16, numRuns: 1000 },
    )
  })
})

test.each([
  ['Ringtreffen Moosried 19.01.2025', '2025-01-19'],
  ['19.1.25 Moosried', '2025-01-19'],
  ['Weilen, 25. 01. 2025', '2025-01-25'],
  ['11.11.99', '1999-11-11'],
  ['2025-01-19', '2025-01-19'],
  ['19. Januar 2025', '2025-01-19'],
  ['6. Jan. Dreikönig', '01-06'],
  ['19.01. Moosried', '01-19'],
  ['Weilen (25.01.)', '01-25'],
  ['29.02. Weilen', '02-29'],
  ['31.02.2025 Weilen', null],
  ['45.13. Weilen', null],
  ['3. Umzug 2025', null],
  ['gesamt', null],
  ['Preis 3.50', null],
])('The day found in the heading %o is %o (null: none)', (heading, day) =>
  expect(dayInHeading(heading)).toBe(day),
)

test.each([
  ['mitglied_id;mitglied_name;mitglied_vorname', 'JVerein'],
  ['Eintritt_Datum;Nachname;IBAN_Nr', 'SPG-Verein'],
  ['MitgliedID;Zahlart', 'SPG-Verein'],
  ['Vorname;Nachname;Mitgliedschaftsbeginn', 'Admidio'],
  ['[Gruppen];[Rolle];[Id];Nachname', 'ClubDesk'],
  ['Nachname;Vorname;Straße', undefined],
])(
  'The headings %s are recognised as those of the program %s (undefined: of none)',
  (headings, name) => {
    expect(programOf(headings.split(';'))?.name).toBe(name)
  },
)

test.each([
  ['Nr;Name;Vorname;Straße;Telefon;Sprünge', ['members', 'paradesBefore']],
  ['Name;Vorname;Geburtstag;PLZ;Ort', ['members']],
  ['Name;Funktion;von;bis', ['duties', 'members']],
  ['Häs-Nr.;Gruppe', ['costumes']],
  ['Datum;Gastgeber;Ort;Preis', ['parades']],
  ['Name;Datum;Umzug', ['participations', 'members']],
  ['Foo;Bar', []],
])('A file with the headings %s may be of the kinds %o', (headings, kinds) =>
  expect(guessKinds(headings.split(';'))).toEqual(kinds),
)

test.each(sheetKinds)('Every column of the import template for %s is recognised', (kind) => {
  const { columns } = guessMapping(kind, templateHeadings[kind])
  expect(columns).not.toContain(null)
  const required = importFields[kind].filter((field) => field.required)
  for (const { field } of required) expect(columns).toContain(field)
  expect(guessKinds(templateHeadings[kind])[0]).toBe(kind)
})
