import { describe, expect, test } from 'vitest'
import { planned, stored } from '#tests/support/planned-import.ts'
import { sheetOf } from '#web/imports/reading/sheet.ts'
import { readTextTable } from '#web/imports/reading/text.ts'
import { uploadOf } from '#web/imports/upload.ts'
import { guessKinds, guessMapping } from '#worker/domain/import/headings.ts'
import type { SheetKind } from '#worker/domain/import/types.ts'
import { builtInHonors, builtInOffices } from '#worker/domain/import/words.ts'
import { normaliseName } from '#worker/domain/names.ts'

// Lists as guilds keep them: read, their columns guessed and their rows planned.

const members = [
  stored(1, { memberNumber: 1, lastName: 'Bantle', firstName: 'Beate', birthday: '1958-02-01' }),
  stored(2, { memberNumber: 2, lastName: 'Bantle', firstName: 'Karl', birthday: '1958-02-01' }),
  stored(4, {
    memberNumber: 7,
    lastName: 'Schmid',
    firstName: 'Jutta',
    maidenName: 'Bantle',
    birthday: '1960-02-01',
  }),
]

const costumeTypes = ['Hexe', 'Narro'].map((name, index) => ({
  id: index + 1,
  name,
  nameKey: normaliseName(name),
}))

const aParade = (id: number, date: string, title: string, host: string) => ({
  id,
  date,
  title,
  host,
  hostTown: '',
  hostPlz: '',
  paradeNumber: 0,
  comment: '',
  priceForAdultsInCent: 0,
  priceForChildrenInCent: 0,
  dateEnrolmentStart: '2024-12-01',
  dateEnrolmentEnd: date,
  isChildParade: false,
  searchKey: '',
  version: 0,
  cancelledAt: null,
  cancelledBy: null,
  cancelReason: '',
})

const parades = [
  aParade(1, '2025-01-19', 'Ringtreffen', 'NZ Moosried'),
  aParade(2, '2025-01-25', 'Nachtumzug', 'NV Weilen'),
  aParade(3, '2025-03-02', 'Sonntagsumzug', 'NZ Balingen'),
  aParade(4, '2025-03-02', 'Kinderumzug', 'NZ Endingen'),
  aParade(5, '2027-01-10', 'Ringtreffen', 'NZ Weilen'),
]

const reading = {
  costumes: { members, costumeTypes, costumes: [], ownerships: [] },
  duties: { members, duties: [], offices: builtInOffices },
  paradesBefore: { members },
  parades: { parades: [] },
  participations: { members, parades, costumeTypes, costumes: [], ownerships: [], places: [] },
}

const typeForAll = { answers: { empty: { costumeType: 'Hexe' } } }

function read(kind: SheetKind, text: string) {
  const sheet = sheetOf(readTextTable(text))
  const { body } = uploadOf(sheet)
  const { columns } = guessMapping(kind, body.headings, body.samples)
  return { sheet, columns, kinds: guessKinds(body.headings) }
}

/** The file as text; its rows as the reader left them. */
function taken<Kind extends keyof typeof reading>(
  kind: Kind,
  text: string,
  asked: Parameters<typeof planned>[3] = {},
) {
  const { sheet } = read(kind, text)
  const lines = [sheet.headings, ...sheet.rows.map(({ cells }) => cells)]
  return planned<SheetKind>(kind, lines, reading[kind] as never, asked)
}

const verdicts = ({ preview }: ReturnType<typeof planned>) =>
  preview.rows.map(({ verdict, reasons }) =>
    [verdict, ...reasons.map(({ field }) => field)].join(' '),
  )

const inserted = ({ plan }: ReturnType<typeof planned>, table: string) =>
  plan.insertions
    .filter((one) => one.table === table)
    .map(({ row }): Record<string, unknown> => ({ ...row }))

test('The import of honors or offices that are all stored already writes nothing', () => {
  const honors = 'Nr;Ehrung;Datum\n1;Sprungorden 25;11.11.1999\n'
  const honor = { id: 5, memberId: 1, type: 'Parades_25', date: '1999-11-11', comment: '' } as const
  const { plan: again } = planned('honors', honors, {
    members,
    honors: [{ ...honor, version: 0 }],
    honorKinds: builtInHonors,
  })
  expect(again).toEqual({ insertions: [], updates: [] })
  const office = { id: 5, memberId: 1, duty: 'Kassier', from: '1985-01-01', to: null } as const
  const { plan } = planned('duties', 'Nr;Amt;seit\n1;Kassier;1.1.1985\n', {
    members,
    duties: [{ ...office, comment: '', version: 0 }],
    offices: builtInOffices,
  })
  expect(plan).toEqual({ insertions: [], updates: [] })
})

describe('imported offices', () => {
  test('An imported office that ends "heute" or "laufend" is still held', () => {
    const plan = taken(
      'duties',
      'Nr;Name;Vorname;Funktion;von;bis\n1;Bantle;Beate;Elferrätin;1990;heute\n2;Bantle;Karl;Kassenprüfer;2001;laufend\n7;Schmid;Jutta;Gardeleiterin;2003;1990er\n',
    )
    expect(verdicts(plan)).toEqual(['new', 'new', 'error to'])
    expect(inserted(plan, 'dutyEntries')).toMatchObject([
      { memberId: 1, from: '1990-01-01', to: null },
      { memberId: 2, from: '2001-01-01', to: null },
    ])
  })
})

describe('imported costumes', () => {
  test('In a list of members with costumes, a row without a costume gets only a note, while a costume type without a number is an error', () => {
    const plan = taken(
      'costumes',
      'Nr;Nachname;Vorname;geb;Häs;Häs-Nr.\n1;Bantle;Beate;1.2.58;Hexe;12\n2;Bantle;Karl;1.2.58;;\n7;Schmid;Jutta;1.2.60;Narro;\n',
    )
    expect(verdicts(plan)).toEqual(['new', 'same', 'error number'])
    expect(plan.preview.rows[1]?.notes).toEqual([
      { field: 'number', text: 'Hier steht kein Kleid.' },
    ])
    expect(inserted(plan, 'costumes')).toMatchObject([{ costumeTypeId: 1, number: '12' }])
  })

  test('If the user chose one costume type for the whole file, a row without a costume number creates no costume', () => {
    const plan = taken(
      'costumes',
      'Nachname;Vorname;Häs;seit\nBantle;Beate;12;1979\nBantle;Karl;;\nSchmid;Jutta;;1990\n',
      typeForAll,
    )
    expect(verdicts(plan)).toEqual(['new', 'same', 'error number'])
  })
})

describe('imported Sprünge before the register', () => {
  test('A column "Sprünge (Stand 31.12.2024)" is read as a number of Sprünge, not as participations in a parade on this day', () => {
    const text = 'Name;Sprünge (Stand 31.12.2024)\n"Bantle, Beate";48\n'
    expect(read('paradesBefore', text)).toMatchObject({
      columns: ['fullName', 'paradesBefore'],
      kinds: ['paradesBefore', 'members'],
    })
  })
})

describe('imported parades', () => {
  test('For imported parades, days with weekdays and prices such as "frei" or "3 Euro" are read, and impossible days are errors', () => {
    const plan = taken(
      'parades',
      'Tag;Umzug;Verein;Preis Erw.;Preis Kinder\nSo., 19.01.2025;Ringtreffen;NZ A;2,- €;frei\nSa 25.1.25;Nachtumzug;NZ B;3.50 EUR;kostenlos\nSonntag, 2. März 2025;Umzug;NZ C;3 Euro;€ 1,50\n18./19.01.2025;Umzug;NZ D;5;-\n30.02.2025;Umzug;NZ E;4,--;2\n',
    )
    expect(verdicts(plan)).toEqual(['new', 'new', 'new', 'error date', 'error date'])
    const prices = inserted(plan, 'parades').map(
      ({ date, priceForAdultsInCent, priceForChildrenInCent }) => [
        date,
        priceForAdultsInCent,
        priceForChildrenInCent,
      ],
    )
    expect(prices).toEqual([
      ['2025-01-19', 200, 0],
      ['2025-01-25', 350, 0],
      ['2025-03-02', 300, 150],
    ])
  })

  test('An imported parade has the times of its enrolment, departures, start and line-up, and each invalid time is an error at its cell', () => {
    const plan = taken(
      'parades',
      'Datum;Umzug;Verein;Anmeldung ab;Anmeldung ab, Uhrzeit;Anmeldung bis;Anmeldung bis, Uhrzeit;Abfahrt;Beginn des Umzugs;Aufstellungsnummer;Aufstellungsort\n' +
        '24.01.2027;Umzug;NZ A;27.11.2026;20 Uhr;10.01.2027;24:00;12:15 Uhr Schulhof, 12:25 Uhr Rathaus;14.00 Uhr;14b;Festplatz\n' +
        '31.01.2027;Umzug;NZ B;27.11.2026;abends;10.01.2027;;;;;\n' +
        '28.03.2027;Umzug;NZ C;27.11.2026;;10.01.2027;;12:15 Uhr Schulhof;02:30;;\n' +
        '28.03.2027;Umzug;NZ D;27.11.2026;;10.01.2027;;02:15 Uhr Schulhof;;;\n' +
        '07.02.2027;Umzug;NZ E;27.11.2026;20:00;27.11.2026;19:00;;;;\n',
    )
    expect(verdicts(plan)).toEqual([
      'new',
      'error timeEnrolmentStart',
      'error timeStart',
      'error departures',
      'error timeEnrolmentEnd',
    ])
    expect(inserted(plan, 'parades')).toMatchObject([
      {
        timeEnrolmentStart: '20:00',
        timeEnrolmentEnd: null,
        departures: [
          { time: '12:15', place: 'Schulhof' },
          { time: '12:25', place: 'Rathaus' },
        ],
        timeStart: '14:00',
        lineUpNumber: '14b',
        lineUpPlace: 'Festplatz',
      },
    ])
  })

  test('Two imported parades with the same host and day but different titles are both stored', () => {
    const text =
      'Nr,Datum,Bezeichnung,Gastgeber,Beitrag\n1,2025-02-01,Nachtumzug,NZ A,"4,00"\n2,2025-02-01,Kinderumzug,NZ A,0\n1,2025-02-01,Nachtumzug,NZ A,"4,00"\n'
    const plan = taken('parades', text)
    expect(verdicts(plan)).toEqual(['new', 'new', 'same'])
    expect(inserted(plan, 'parades')).toHaveLength(2)
  })
})

describe('imported participations', () => {
  test('An imported participation is matched to its parade by day, title or both, and is an error if no past parade or several match', () => {
    const plan = taken(
      'participations',
      'Datum;Umzug;Name;Vorname;Gruppe;Nummer;bezahlt\n19.01.2025;Ringtreffen;Bantle;Beate;Hexe;H 12;ja\n19.01.2025;;Bantle;Karl;Hexe;H 12;\n2.3.25;Kinderumzug;Schmid;Jutta;Narro;4;x\n2.3.25;;Bantle;Beate;Narro;5;x\n10.01.2027;;Bantle;Beate;Hexe;;\n11.01.2025;;Bantle;Beate;Hexe;;\n;Nachtumzug;Bantle;Beate;Hexe;;nein\n25.01.2025;Nachtumzug;Bantle;Beate;Hexe;;nein\n',
    )
    expect(verdicts(plan)).toEqual([
      'new',
      'error costumeNumber',
      'new',
      'error date',
      'error date',
      'error date',
      'new',
      'same',
    ])
    expect(plan.preview.questions).toMatchObject([
      { place: 'choices', field: 'parade:2025-03-02', rows: 1 },
    ])
    expect(inserted(plan, 'participations')).toMatchObject([
      { paradeId: 1, memberId: 1, participationFeePayed: true, participationConfirmed: true },
      { paradeId: 4, memberId: 4, costumeTypeId: 2, costumeNumber: '4' },
      { paradeId: 2, memberId: 1, participationFeePayed: false, participationConfirmed: true },
    ])
  })

  test('Crosses under a day without a year are read as participations, and the user is asked about other words', () => {
    const text =
      'Sprungliste 2025;;;;;;\nNr;Mitglied;19.01. Moosried;25.1. Weilen;Balingen 2. März 2025;Summe;Sprünge bis 31.12.2024\n1;Bantle, Beate;x;1;ja;3;12\n2;Bantle, Karl;X ;0;-;1;7\n7;Schmid, Jutta;e;;x;1;3\n;Summe;2;1;2;5;\n'
    const asked = taken('participations', text, typeForAll)
    expect(read('participations', text).columns).toEqual([
      'memberNumber',
      'fullName',
      'parade:01-19',
      'parade:01-25',
      'parade:2025-03-02',
      null,
      null,
    ])
    expect(asked.preview.questions.map(({ field, word }) => [field, word])).toEqual([
      ['cross', 'e'],
      ['parade:2025-03-02', ''],
    ])
    const answered = taken('participations', text, {
      answers: {
        ...typeForAll.answers,
        words: { cross: { e: 'nein' } },
        choices: { 'parade:2025-03-02': '3' },
      },
    })
    expect(verdicts(answered)).toEqual(['new', 'new', 'new'])
    const places = inserted(answered, 'participations').map((row) => [row.memberId, row.paradeId])
    expect(places).toEqual([
      [1, 1],
      [1, 2],
      [1, 3],
      [2, 1],
      [4, 3],
    ])
  })

  test('In a table of crosses, the columns "Umzug" and "Preis" are ignored, since the parades are those of the dates in the headings', () => {
    const text =
      'Name;Vorname;19.01.2025;25.01.2025;;Umzug;Preis\nBantle;Beate;x;;;Nachtumzug;3,50\nBantle;Karl;;x;;;\n'
    const places = inserted(taken('participations', text, typeForAll), 'participations')
    expect(places.map((row) => [row.memberId, row.paradeId])).toEqual([
      [1, 1],
      [2, 2],
    ])
  })
})
