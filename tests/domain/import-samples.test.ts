import { describe, expect, test } from 'vitest'
import { factsOf } from '#worker/domain/import/facts.ts'
import { guessKinds, guessMapping } from '#worker/domain/import/headings.ts'
import { normaliseRow } from '#worker/domain/import/normalise.ts'
import type { Answers, Cell, NormalisedRow, SheetKind } from '#worker/domain/import/types.ts'

// What must come out of the samples of guilds and their programs; their rows as the reader hands them on.

const today = '2026-11-22'
const nothingSaid: Answers = { words: {}, empty: {}, choices: {} }

function read<Kind extends SheetKind>(
  kind: Kind,
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
  answers: Partial<Answers> = {},
): NormalisedRow<Kind>[] {
  const { columns } = guessMapping(kind, headings)
  const facts = factsOf(
    columns,
    rows.map((cells) => ({ cells })),
    today,
  )
  const sheet = { headings, columns, facts }
  return rows.map((cells, index) =>
    normaliseRow(kind, sheet, { ...nothingSaid, ...answers }, { row: index + 2, cells }, today),
  )
}

const semicolons = (line: string): string[] =>
  line.split(';').map((cell) => cell.replaceAll('"', ''))

describe('01 a list by hand', () => {
  const headings =
    'Nr.;Name;geb.;Straße;PLZ;Ort;Telefon;Mail;akt./pass.;Eintritt;Häs;IBAN;Lastschrift;Bemerkung'
  const iban = 'DE70 6425 0040 0001 0079 19'
  const rows: Cell[][] = [
    [
      1,
      'Bantle, Beate',
      { day: '1958-02-01' },
      'Hauptstr. 12a',
      72336,
      'Balingen',
      '07433/12345, 0171 2345678',
      'beate.bantle@example.de',
      'akt.',
      { day: '1979-11-11' },
      'H 12',
      iban,
      'ja',
      '',
    ],
    [
      2,
      'Bantle, Karl',
      '1.2.58',
      'Hauptstr. 12a',
      72336,
      'Balingen',
      '0171-9876543',
      '',
      'akt.',
      1979,
      'H 13',
      iban,
      'x',
      'Ehemann von Beate',
    ],
    [
      3,
      'Müller-Lüdenscheidt, Änne',
      '29.02.1960',
      'Im Öschle 3',
      1067,
      'Dresden',
      1711234567,
      'aenne@example.de',
      'akt.',
      '11.11.95',
      'N 4',
      '',
      'nein',
      '',
    ],
    [
      '007',
      'Schmid geb. Bantle, Jutta',
      '01.05.1971',
      'C 4, 12',
      72348,
      'Rosenfeld',
      '07428 / 99',
      'jutta@example.de',
      'Aktiv',
      '1/2/2001',
      'N 5',
      'DE45642500400001015838',
      'ja',
      'Zeile eins\nZeile zwei',
    ],
    [
      12,
      'von der Alb, Hans',
      21947,
      'Albweg 1',
      72459,
      'Albstadt',
      '',
      '',
      'pass.',
      '1985',
      '',
      '',
      '',
      '',
    ],
    [
      13,
      'Großmann, Ute',
      '3. März 1949',
      'Ringstraße 7',
      '72336',
      'Balingen',
      '+49 7433 555',
      'ute@example.de;ute2@example.de',
      'passiv',
      40184,
      '',
      '',
      'bar',
      '',
    ],
    [14, 'Narr, Fritz', '00.00.0000', '', '', '', '', '', 'verst.', '1950', '', '', '', '† 2019'],
  ]
  const readAll = (answers: Partial<Answers> = {}) =>
    read('members', headings.split(';'), rows, answers)

  test('For the handmade list, which has a column of costumes, the kind "members" is proposed first, and "costumes" second', () => {
    expect(guessKinds(headings.split(';')).slice(0, 2)).toEqual(['members', 'costumes'])
  })

  test('Each row of the handmade list is read as a member with the expected fields', () => {
    const [beate, karl, aenne, jutta, hans, ute, fritz] = readAll().map(({ items }) => items[0])
    expect(beate).toMatchObject({
      memberNumber: 1,
      lastName: 'Bantle',
      firstName: 'Beate',
      birthday: '1958-02-01',
      addressStreet: 'Hauptstr.',
      addressNumber: '12a',
      addressPlz: '72336',
      phone: '07433/12345',
      phoneMobile: '0171 2345678',
      dateJoined: '1979-11-11',
      membershipState: 'Active',
      bankingIban: 'DE70642500400001007919',
      bankingSepaAllowed: true,
    })
    expect(karl).toMatchObject({
      birthday: '1958-02-01',
      dateJoined: '1979-01-01',
      comment: 'Ehemann von Beate',
    })
    expect(aenne).toMatchObject({
      addressPlz: '01067',
      phoneMobile: '01711234567',
      dateJoined: '1995-11-11',
      bankingSepaAllowed: false,
    })
    expect(jutta).toMatchObject({
      memberNumber: 7,
      lastName: 'Schmid',
      maidenName: 'Bantle',
      firstName: 'Jutta',
      addressStreet: 'C 4',
      addressNumber: '12',
      phone: '07428 / 99',
      dateJoined: '2001-02-01',
      comment: 'Zeile eins\nZeile zwei',
    })
    expect(hans).toMatchObject({
      lastName: 'von der Alb',
      firstName: 'Hans',
      birthday: '1960-02-01',
      membershipState: 'Passive',
      dateJoined: '1985-01-01',
    })
    expect(ute).toMatchObject({
      birthday: '1949-03-03',
      addressPlz: '72336',
      dateJoined: '2010-01-06',
      phone: '+49 7433 555',
      eMail: 'ute@example.de',
      comment: 'Weitere E-Mail: ute2@example.de',
      bankingSepaAllowed: false,
    })
    expect(fritz).toEqual({
      memberNumber: 14,
      lastName: 'Narr',
      firstName: 'Fritz',
      membershipState: 'Died',
      dateJoined: '1950-01-01',
      comment: '† 2019',
    })
  })

  test('Each row of the handmade list has notes about the fields that were completed or corrected', () => {
    const notes = readAll().map((row) => row.notes.map(({ field }) => field))
    expect(notes).toEqual([
      [],
      ['dateJoined'],
      ['addressPlz', 'phone'],
      [],
      ['dateJoined'],
      ['eMail'],
      ['dateJoined'],
    ])
  })

  test('In the handmade list, direct debits without a date are errors until the user gives a date for the column', () => {
    const atFault = (all: ReturnType<typeof readAll>) =>
      all.flatMap(({ row, errors }) => errors.map(({ field }) => `${row} ${field}`))
    expect(atFault(readAll())).toEqual([
      '2 bankingSepaAllowedDate',
      '3 bankingSepaAllowedDate',
      '5 bankingSepaAllowedDate',
    ])
    const answered = readAll({ empty: { bankingSepaAllowedDate: '1.2.2014' } })
    expect(atFault(answered)).toEqual([])
    expect(answered.map(({ items }) => items[0]?.bankingSepaAllowedDate)).toEqual([
      '2014-02-01',
      '2014-02-01',
      undefined,
      '2014-02-01',
      undefined,
      undefined,
      undefined,
    ])
  })
})

test('The sample of JVerein is read as members without errors, and the only question is about the word "Ehrenmitglieder"', () => {
  const headings =
    'mitglied_id;mitglied_externe_mitgliedsnummer;mitglied_anrede;mitglied_titel;mitglied_name;mitglied_vorname;mitglied_strasse;mitglied_adressierungszusatz;mitglied_plz;mitglied_ort;mitglied_geburtsdatum;mitglied_geburtsdatum_f;mitglied_geschlecht;mitglied_telefon_privat;mitglied_handy;mitglied_email;mitglied_eintritt;mitglied_austritt;mitglied_sterbetag;mitglied_beitragsgruppe_bezeichnung;mitglied_zahlungsweg;mitglied_iban;mitglied_bic;mitglied_kontoinhaber;mitglied_mandatid;mitglied_mandatdatum;mitglied_eigenschaft_Hexe'
  const rows = [
    '17;101;Frau;;Maier;Gisela;Gässle 5;;72336;Balingen;04.07.1966;19660704;w;07433 1;0151 1;gisela@example.de;01.01.1990;;;Aktive;Basislastschrift;DE20642500400001023757;SOLADES1BAL;Maier, Gisela;101-1;01.02.2014;X',
    '18;102;Herr;Dr.;Maier;Jörg;Gässle 5, Hinterhaus;;72336;Balingen;;;m;;;;01.01.1990;31.12.2020;;Passive;Überweisung;;;;;; ',
    '19;103;Herr;;Wößner;Ägidius;Weg 1;;72336;Balingen;12.12.1930;19301212;m;;;;01.01.1960;03.03.2021;03.03.2021;Ehrenmitglieder;Barzahlung;;;;;; ',
  ].map(semicolons)
  const [gisela, joerg, aegidius] = read('members', semicolons(headings), rows)
  expect(gisela?.items).toMatchObject([
    {
      memberNumber: 101,
      mandateReference: '101-1',
      bankingSepaAllowedDate: '2014-02-01',
      bankingBic: 'SOLADES1BAL',
      membershipState: 'Active',
    },
  ])
  expect(joerg?.items).toMatchObject([
    { membershipState: 'Left', dateLeft: '2020-12-31', bankingSepaAllowed: false },
  ])
  expect(joerg?.items[0]?.addressStreet).toBe('Gässle 5, Hinterhaus')
  expect(aegidius?.items).toMatchObject([{ membershipState: 'Died', dateLeft: '2021-03-03' }])
  expect([gisela, joerg, aegidius].flatMap((row) => row?.errors)).toEqual([])
  expect([gisela, joerg, aegidius].flatMap((row) => row?.open)).toEqual([
    { place: 'words', field: 'membershipState', word: 'Ehrenmitglieder' },
  ])
})

test('The sample of SPG-Verein is read as two members without errors or questions', () => {
  const headings =
    'Mitglieds_Nr;Anrede;Vorname;Nachname;Strasse;PLZ;Ort;Geburtsdatum;Telefon_Privat;Handy_1;Email;Eintritt_Datum;Austritt_Datum;Zahlart;Zahler;IBAN_Nr;BIC_Nr;Sepa_Mandats_Ref;Sepa_Datum_Mandats_Ref;Abteilung_1;Abt_Status_1;Bemerkungen'
  const rows = [
    '201;Frau;Heidi;Öttinger;Schloßweg 2;72336;Balingen;05.06.1980;07433 2;0160 2;heidi@example.de;01.01.2000;;s;Öttinger, Paul;DE92642500400001031676;;M201;01.02.2014;Hexen;a;erste Zeile\nzweite Zeile',
    '202;Herr;Paul;Öttinger;Schloßweg 2;72336;Balingen;06.06.1978;;;;01.01.2000;;r;;;;;;Hexen;p;',
  ].map(semicolons)
  const both = read('members', semicolons(headings), rows)
  expect(both.flatMap(({ errors, open }) => [...errors, ...open])).toEqual([])
  expect(both.map(({ items }) => items[0])).toMatchObject([
    {
      memberNumber: 201,
      membershipState: 'Active',
      bankingSepaAllowed: true,
      bankingAccountOwner: 'Öttinger, Paul',
      mandateReference: 'M201',
      phoneMobile: '0160 2',
      comment: 'erste Zeile\nzweite Zeile',
    },
    { memberNumber: 202, membershipState: 'Passive', bankingSepaAllowed: false },
  ])
})

test('The sample of Admidio is read as two members without errors or questions, and a day of leaving in 9999 is left out', () => {
  const headings = [
    'Nachname',
    'Vorname',
    'Geburtstag',
    'Straße',
    'PLZ',
    'Ort',
    'E-Mail',
    'Handy',
    'Mitgliedschaftsbeginn',
    'Mitgliedschaftsende',
  ]
  const both = read('members', headings, [
    [
      'Kienle',
      'Rosa "Rosi"',
      '02.07.1951',
      'Gartenstraße 0',
      '72999',
      'Schellental',
      'rosa@example.de',
      '0170 1',
      '01.01.1980',
      '',
    ],
    [
      'Kienle',
      'Max, jun.',
      '26.04.1998',
      'Gartenstraße 0',
      '72999',
      'Schellental',
      '',
      '',
      '01.01.2010',
      '31.12.9999',
    ],
  ])
  expect(both.flatMap(({ errors, open }) => [...errors, ...open])).toEqual([])
  expect(both[0]?.items[0]).toMatchObject({
    firstName: 'Rosa "Rosi"',
    addressStreet: 'Gartenstraße',
    addressNumber: '0',
  })
  expect(both[1]?.items[0]).toMatchObject({ firstName: 'Max, jun.', dateJoined: '2010-01-01' })
  expect(both[1]?.items[0]).not.toHaveProperty('dateLeft')
})

test('The sample of ClubDesk is read as two members, the second once the user has answered what "Gönner" means', () => {
  const headings = semicolons(
    'Nachname;Vorname;Firma;Adresse;PLZ;Ort;Telefon Privat;Telefon Mobil;Anrede;Titel;Adress-Zusatz;Land;E-Mail;[Gruppen];Status;[Rolle];Eintritt;Mitgliedsjahre;Austritt;Geburtsdatum;Jahrgang;Alter;Bemerkungen;IBAN;BIC;Kontoinhaber;[Id]',
  )
  const rows = [
    'Läufer;Karin;;Höhenweg 3;72336;Balingen;07433 3;0152 3;Frau;;;Deutschland;karin@example.de;Hexen, Ausschuss;Aktivmitglied;;13.01.2006;20;;05.05.1955;1955;71;;DE67 6425 0040 0001 0395 95;;;2000001',
    'Freund;Emil;Bäckerei Freund;Höhenweg 4;8200;Schaffhausen;;;Herr;;;Schweiz;;;Gönner;;01.01.2015;11;;;;;;;;;2000002',
  ].map(semicolons)
  const [karin, emil] = read('members', headings, rows)
  expect(karin?.items).toMatchObject([
    { membershipState: 'Active', birthday: '1955-05-05', bankingIban: 'DE67642500400001039595' },
  ])
  expect(emil?.items).toMatchObject([{ addressPlz: '8200', addressTown: 'Schaffhausen' }])
  expect(emil?.open).toEqual([{ place: 'words', field: 'membershipState', word: 'Gönner' }])
  const [, answered] = read('members', headings, rows, {
    words: { membershipState: { gönner: 'Passive' } },
  })
  expect(answered).toMatchObject({ open: [], errors: [], items: [{ membershipState: 'Passive' }] })
})

test('The sample in Unicode text is read as two members with all their fields', () => {
  const headings = [
    'Mitgliedsnr.',
    'Vorname',
    'Nachname',
    'Geburtsname',
    'Geburtsdatum',
    'Telefon',
    'Mobil',
    'Status',
  ]
  const rows = read('members', headings, [
    ['301', 'Łucja', 'Kowalska', '', '1990-02-01', '', '0176 1', 'aktiv'],
    ['302', 'Eva', 'Kübler', 'Bantle', '01.02.1990', '', '', 'passiv'],
  ])
  expect(rows.map(({ items }) => items[0])).toEqual([
    {
      memberNumber: 301,
      firstName: 'Łucja',
      lastName: 'Kowalska',
      birthday: '1990-02-01',
      phoneMobile: '0176 1',
      membershipState: 'Active',
    },
    {
      memberNumber: 302,
      firstName: 'Eva',
      lastName: 'Kübler',
      maidenName: 'Bantle',
      birthday: '1990-02-01',
      membershipState: 'Passive',
    },
  ])
})

test('The sample of honors is read as honors, and the only question is about the word "Ehrenmitglied"', () => {
  const headings = ['Mitgliedsnummer', 'Name', 'Ehrung', 'Datum', 'Bemerkung']
  expect(guessKinds(headings)[0]).toBe('honors')
  const rows = read('honors', headings, [
    ['1', 'Bantle, Beate', 'Sprungorden 25', '11.11.1999', ''],
    ['1', 'Bantle, Beate', '25 Jahre Mitgliedschaft', '2004', 'laut Protokoll; Seite 4'],
    ['2', 'Bantle, Karl', 'Ehrenmitglied', '11.11.2010', ''],
    ['99', 'Unbekannt, Ulf', 'Sonderurkunde', '11.11.2012', ''],
  ])
  const beate = { memberNumber: 1, firstName: 'Beate', lastName: 'Bantle' }
  expect(rows[0]?.items).toEqual([{ person: beate, type: 'Parades_25', date: '1999-11-11' }])
  expect(rows[1]).toMatchObject({
    items: [
      {
        person: beate,
        type: 'Member_for_25_Years',
        date: '2004-01-01',
        comment: 'laut Protokoll; Seite 4',
      },
    ],
    notes: [{ field: 'date', text: 'Jahr allein: 1. Januar 2004' }],
  })
  expect(rows[2]?.open).toEqual([{ place: 'words', field: 'honor', word: 'Ehrenmitglied' }])
  expect(rows[3]?.items).toMatchObject([{ type: 'Extra_Certificate' }])
})

test('The sample of offices, with spans such as "1985-1992" and "seit 1995", is read without errors or questions', () => {
  const headings = ['Name', 'Geburtstag', 'Amt', 'Zeit', 'Bemerkung']
  expect(guessKinds(headings)[0]).toBe('duties')
  const rows = read('duties', headings, [
    ['Bantle, Beate', '01.02.1958', 'Kassiererin', '1985-1992', ''],
    ['Bantle, Beate', '01.02.1958', 'Kassierin', 'seit 1995', ''],
    ['Bantle, Karl', '1.2.58', 'Elferrat', '11.11.1990 - 10.11.2004', ''],
  ])
  expect(rows.flatMap(({ errors, open }) => [...errors, ...open])).toEqual([])
  const beate = { firstName: 'Beate', lastName: 'Bantle', birthday: '1958-02-01' }
  expect(rows.flatMap(({ items }) => items)).toEqual([
    { person: beate, duty: 'Kassier', from: '1985-01-01', to: '1992-12-31' },
    { person: beate, duty: 'Kassier', from: '1995-01-01' },
    {
      person: { ...beate, firstName: 'Karl' },
      duty: 'Elferratsmitglied',
      from: '1990-11-11',
      to: '2004-11-10',
    },
  ])
})

test('The sample of costumes is read without errors or questions, and its owner "Vereinshäs" means the guild', () => {
  const headings = ['Gruppe', 'Nummer', 'Träger', 'seit', 'bis']
  expect(guessKinds(headings)[0]).toBe('costumes')
  const rows = read('costumes', headings, [
    ['Hexe', 'H 12', 'Bantle, Beate', '11.11.1979', ''],
    ['Hexe', 'H 13', 'Bantle, Karl', '11.11.1979', '10.11.2005'],
    ['Hexe', 'H 13', 'Schmid, Jutta', '11.11.2005', ''],
    ['Hexe', 'H 99', 'Vereinshäs', '', ''],
    ['Narro', 'N 4', 'Müller-Lüdenscheidt, Änne', '', ''],
  ])
  expect(rows.flatMap(({ errors, open }) => [...errors, ...open])).toEqual([])
  expect(rows.flatMap(({ items }) => items)).toEqual([
    {
      costumeType: 'Hexe',
      number: 'H 12',
      owner: { firstName: 'Beate', lastName: 'Bantle' },
      ownedFrom: '1979-11-11',
    },
    {
      costumeType: 'Hexe',
      number: 'H 13',
      owner: { firstName: 'Karl', lastName: 'Bantle' },
      ownedFrom: '1979-11-11',
      ownedTo: '2005-11-10',
    },
    {
      costumeType: 'Hexe',
      number: 'H 13',
      owner: { firstName: 'Jutta', lastName: 'Schmid' },
      ownedFrom: '2005-11-11',
    },
    { costumeType: 'Hexe', number: 'H 99', owner: null },
    {
      costumeType: 'Narro',
      number: 'N 4',
      owner: { firstName: 'Änne', lastName: 'Müller-Lüdenscheidt' },
    },
  ])
})

test('The sample of crosses is read as one participation for each cross', () => {
  const headings = [
    'Name',
    'Vorname',
    'Ringtreffen Moosried 19.01.2025',
    'Nachtumzug Weilen 25.01.2025',
    'Balingen 02.03.2025',
    'gesamt',
  ]
  expect(guessKinds(headings)[0]).toBe('participations')
  const rows = read('participations', headings, [
    ['Bantle', 'Beate', 'x', 'x', 'X', 3],
    ['Bantle', 'Karl', 'x', '', '-', 1],
  ])
  expect(rows.flatMap(({ errors, open }) => [...errors, ...open])).toEqual([])
  expect(rows.map(({ items }) => items.map(({ parade }) => parade))).toEqual([
    [
      { date: '2025-01-19', column: 2 },
      { date: '2025-01-25', column: 3 },
      { date: '2025-03-02', column: 4 },
    ],
    [{ date: '2025-01-19', column: 2 }],
  ])
})

test('The sample of parades, with hosts and prices, is read without errors or questions', () => {
  const headings = ['Datum', 'Veranstaltung', 'Gastgeber', 'PLZ', 'Ort', 'Preis Erw.', 'Preis Kind']
  expect(guessKinds(headings)[0]).toBe('parades')
  const rows = read('parades', headings, [
    ['19.01.2025', 'Ringtreffen', 'NZ Moosried', '88444', 'Moosried', '3,50 €', '0'],
    ['25.01.2025', 'Nachtumzug', 'Narrenverein Weilen', '72367', 'Weilen', '4,--', '2'],
    ['02.03.2025', 'Sonntagsumzug', 'NZ Balingen', '72336', 'Balingen', '0', '0'],
  ])
  expect(rows.flatMap(({ errors, open }) => [...errors, ...open])).toEqual([])
  expect(rows[0]?.items[0]).toMatchObject({
    date: '2025-01-19',
    title: 'Ringtreffen',
    host: 'NZ Moosried',
    hostPlz: '88444',
    hostTown: 'Moosried',
  })
  const prices = rows.map(({ items }) => [
    items[0]?.priceForAdultsInCent,
    items[0]?.priceForChildrenInCent,
  ])
  expect(prices).toEqual([
    [350, 0],
    [400, 200],
    [0, 0],
  ])
})

test('The sample of Sprünge is read once the user has answered until which day they count; "ca. 20" is an error', () => {
  const headings = ['Mitgliedsnummer', 'Name', 'Sprünge bis 2024']
  expect(guessKinds(headings)[0]).toBe('paradesBefore')
  const cells = [
    ['1', 'Bantle, Beate', '48'],
    ['2', 'Bantle, Karl', '112'],
    ['3', 'Müller-Lüdenscheidt, Änne', '0'],
    ['13', 'Großmann, Ute', 'ca. 20'],
  ]
  const asked = read('paradesBefore', headings, cells)
  expect(asked.map(({ errors }) => errors.map(({ field }) => field))).toEqual([
    [],
    [],
    [],
    ['paradesBefore'],
  ])
  expect(asked.slice(0, 3).map(({ open }) => open)).toEqual(
    [1, 2, 3].map(() => [{ place: 'empty', field: 'paradesBeforeUntil', word: '' }]),
  )
  const answered = read('paradesBefore', headings, cells, {
    empty: { paradesBeforeUntil: '31.12.2024' },
  })
  expect(answered.slice(0, 3)).toMatchObject(
    [48, 112, 0].map((paradesBefore) => ({
      open: [],
      items: [{ paradesBefore, paradesBeforeUntil: '2024-12-31' }],
    })),
  )
})

test('In the sample of faulty members, each wrong or missing value is an error of its field, and valid rows have none', () => {
  const headings = semicolons('Nr;Nachname;Vorname;Geburtstag;E-Mail;IBAN;SEPA;Mandat vom')
  const rows = read('members', headings, [
    semicolons('401;Haas;Eva;31.02.1980;eva(at)example.de;DE00123456780000000000;ja;01.02.2014'),
    semicolons('401;Haas;Otto;01.01.1981;;;;'),
    semicolons('402;;Ohne;01.01.1970;;;;'),
    semicolons('403;Haas;Ida und Fred;;;;;'),
    semicolons('404;Kurz'),
    semicolons('405;Lang;Lore;01.01.2090;;;ja;;zuviel;Spalten'),
    semicolons('406;Haas;Eva;01.02.1980;;;;'),
  ])
  expect(rows.map(({ errors }) => errors.map(({ field }) => field))).toEqual([
    ['birthday', 'eMail', 'bankingIban'],
    [],
    ['lastName'],
    ['firstName'],
    [],
    ['birthday', 'bankingSepaAllowedDate', 'bankingIban'],
    [],
  ])
  // Whether "Kurz" is an organization is asked.
  expect(rows[4]?.open).toEqual([{ place: 'choices', field: 'noFirstName', word: '' }])
  expect(rows[3]?.errors[0]?.text).toBe('Zwei Personen in einer Zeile')
  expect(rows[0]?.errors[0]?.text).toBe('„31.02.1980“ ist kein Tag.')
})

test('A problem that is found while a file is being read is an error of the row that has it', () => {
  const row = {
    row: 9,
    cells: ['1'],
    problem: 'Die Anführungszeichen in Zeile 9 werden nie geschlossen.',
  }
  const sheet = { headings: ['Nr'], columns: ['memberNumber'] }
  const { errors } = normaliseRow('members', sheet, nothingSaid, row, today)
  expect(errors[0]).toEqual({ field: null, text: row.problem })
})
