import { beforeEach, describe, expect, test } from 'vitest'
import { rows, setClock, signedIn } from '#tests/support/api.ts'
import {
  bytesOf,
  guildNow,
  rowOf,
  type StagedImport,
  sampleBytes,
  stage,
  verdictsOf,
} from '#tests/support/import-chain.ts'
import { workbookOf } from '#tests/support/workbook.ts'
import type { ImportAnswers, ImportPreview } from '#worker/imports/imports.contract.ts'

// Lists of members from the bytes of the file to the stored rows: the samples, and more files of their kinds.
// Expected values are from the specification and the README of the samples.

let token: string
beforeEach(async () => {
  setClock('2026-11-22T12:00:00Z')
  token = (await signedIn('management')).token
})

const stageSample = (number: string, answers: Partial<ImportAnswers> = {}) =>
  stage({ kind: 'members', bytes: sampleBytes(number), token, answers })

const members = () =>
  rows<Record<string, unknown>>('SELECT * FROM members ORDER BY member_number, id')

/** Imports a file, imports it again without changes, and undoes the first import. */
async function importAndUndo(
  file: StagedImport,
  again: () => Promise<StagedImport>,
): Promise<void> {
  const before = await guildNow()
  const { rows: planned } = await file.preview()
  await file.commit()
  const after = await guildNow()
  const second = await again()
  expect(second.before).toBe('2026-11-22')
  const preview = await second.preview()
  expect(preview.counts).toMatchObject({ new: 0, changes: 0, duplicate: 0, error: 0 })
  expect(preview.counts.same + preview.counts.skipped).toBe(planned.length)
  await second.commit()
  expect(await guildNow()).toEqual(after)
  await file.undo()
  expect(await guildNow()).toEqual(before)
}

describe('sample files of members', () => {
  const givenDay = { empty: { bankingSepaAllowedDate: '01.02.2014' } }

  test('The sample file 01 (a list of members kept by hand) is imported once the missing mandate date is entered', async () => {
    const file = await stageSample('01')
    expect(file.sheet.headingRow).toBe(4)
    expect(file.sheet.skipped.map(({ text }) => text).filter(Boolean)).toEqual([
      'Aktive Mitglieder',
      'Passive Mitglieder',
      expect.stringContaining('Summe'),
    ])
    const preview = await file.preview()
    expect(verdictsOf(preview)).toEqual([
      '6 error: bankingSepaAllowedDate',
      '7 error: bankingSepaAllowedDate',
      '8 new',
      '9 error: bankingSepaAllowedDate',
      '12 new',
      '13 new',
      '14 new',
    ])
    expect(preview.questions).toHaveLength(1)
    expect(preview.questions[0]).toMatchObject({ place: 'empty', rows: 3 })
    expect(preview.alsoHolds).toEqual(['costumes'])
    expect((await file.tryCommit()).status).toBe(409)
    expect(await members()).toEqual([])
    await file.answer(givenDay)
    expect(verdictsOf(await file.preview())).toEqual([
      '6 new',
      '7 new',
      '8 new',
      '9 new',
      '12 new',
      '13 new',
      '14 new',
    ])
    await file.commit()
    expect(await members()).toMatchObject([
      {
        member_number: 1,
        first_name: 'Beate',
        birthday: '1958-02-01',
        phone: '07433/12345',
        phone_mobile: '0171 2345678',
        banking_sepa_allowed_date: '2014-02-01',
      },
      { member_number: 2, first_name: 'Karl', birthday: '1958-02-01', date_joined: '1979-01-01' },
      { member_number: 3, address_plz: '01067', phone_mobile: '01711234567' },
      { member_number: 7, last_name: 'Schmid', maiden_name: 'Bantle', first_name: 'Jutta' },
      { member_number: 12, last_name: 'von der Alb', birthday: '1960-02-01' },
      {
        member_number: 13,
        birthday: '1949-03-03',
        e_mail: 'ute@example.de',
        comment: expect.stringContaining('ute2@example.de'),
        banking_sepa_allowed: 0,
      },
      { member_number: 14, membership_state: 'Died', birthday: null },
    ])
    await file.undo()
    expect(await members()).toEqual([])
  })

  test.each<[string, number, Partial<ImportAnswers>]>([
    ['01', 7, givenDay],
    ['02', 3, { words: { membershipState: { Ehrenmitglieder: 'Active' } } }],
    ['03', 2, {}],
    ['04', 2, {}],
    ['05', 2, { words: { membershipState: { Gönner: 'Passive' } } }],
    ['06', 2, {}],
  ])(
    'The sample file %s (members) is imported; importing it again changes nothing, and the import can be undone',
    async (number, count, answers) => {
      const file = await stageSample(number, answers)
      expect((await file.preview()).counts).toMatchObject({ new: count })
      await importAndUndo(file, () => stageSample(number, answers))
    },
  )

  test('The sample files 02 to 06 (members) are stored with the expected values', async () => {
    for (const number of ['02', '05']) {
      const file = await stageSample(number)
      const { questions } = await file.preview()
      expect(questions.map(({ word }) => word)).toEqual([
        number === '02' ? 'Ehrenmitglieder' : 'Gönner',
      ])
      const [question] = questions
      await file.answer({ words: { membershipState: { [question?.word ?? '']: 'Passive' } } })
      await file.commit()
    }
    for (const number of ['03', '04', '06']) await (await stageSample(number)).commit()
    expect(
      await rows(`SELECT first_name, membership_state, date_left, address_plz, mandate_reference,
        banking_sepa_allowed_date AS mandate, comment, maiden_name FROM members ORDER BY id`),
    ).toMatchObject([
      { first_name: 'Gisela', mandate_reference: '101-1', mandate: '2014-02-01' },
      { first_name: 'Jörg', membership_state: 'Left', date_left: '2020-12-31' },
      { first_name: 'Ägidius', membership_state: 'Died', date_left: '2021-03-03' },
      { first_name: 'Karin', membership_state: 'Active' },
      { first_name: 'Emil', membership_state: 'Passive', address_plz: '8200' },
      { first_name: 'Heidi', comment: 'erste Zeile\n| zweite Zeile', mandate_reference: 'M201' },
      { first_name: 'Paul', membership_state: 'Passive' },
      { first_name: 'Rosa "Rosi"' },
      { first_name: 'Max, jun.', date_left: null },
      { first_name: 'Łucja' },
      { first_name: 'Eva', maiden_name: 'Bantle', membership_state: 'Passive' },
    ])
  })

  test('The import of the sample file 13 (faulty rows) is rejected (409) until every faulty row is skipped', async () => {
    const file = await stageSample('13')
    expect(verdictsOf(await file.preview())).toEqual([
      '2 error: birthday, eMail, bankingIban',
      '3 error: memberNumber',
      '4 error: lastName',
      '5 error: firstName',
      '6 error: row',
      '7 error: row, birthday, bankingSepaAllowedDate, bankingIban',
      '8 new',
      '9 error: row',
    ])
    expect((await file.tryCommit()).status).toBe(409)
    const wrong = [2, 3, 4, 5, 6, 7]
    await file.choose(...wrong.map((row) => ({ row, decision: 'skip' as const })))
    expect((await file.tryCommit()).status).toBe(409)
    expect(await members()).toEqual([])
    await file.choose({ row: 9, decision: 'skip' })
    await file.commit()
    expect(await members()).toMatchObject([{ member_number: 406, first_name: 'Eva' }])
  })
})

type Case = {
  name: string
  bytes: Uint8Array<ArrayBuffer>
  answers?: Partial<ImportAnswers>
  verdicts: string[]
  /** Values of the preview by row and field; null: the field is absent. */
  values?: Record<number, Record<string, string | null>>
  notes?: Record<number, string[]>
  skipped?: string[]
  words?: string[]
}

const cases: Case[] = [
  {
    name: 'two rows of headings, a group above the columns',
    bytes: bytesOf(
      `Mitglied;;;Anschrift;;;Bank;;
Nr;Nachname;Vorname;Straße;PLZ;Ort;IBAN;Lastschrift;Mandat vom
21;Bantle;Beate;Hauptstr. 12 a;72336;Balingen;DE70 6425 0040 0001 0079 19;ja;1.2.2014
22;Haas;Otto;Am Markt 3-5;1067;Dresden;;nein;
23;Haas;Ida;Hauptstr.12;72336;Ort;;nein;
Anzahl: 2;;;;;;;;
Stand: 01.11.2026;;;;;;;;
`,
      'latin1',
    ),
    verdicts: ['3 new', '4 new', '5 new'],
    values: {
      5: { addressStreet: 'Hauptstr.', addressNumber: '12' },
      3: { addressStreet: 'Hauptstr.', addressNumber: '12 a', bankingSepaAllowed: 'ja' },
      4: { addressStreet: 'Am Markt', addressNumber: '3-5', addressPlz: '01067' },
    },
    notes: { 4: ['addressPlz'] },
    skipped: ['Anzahl: 2', 'Stand: 01.11.2026'],
  },
  {
    name: 'the whole name in one cell, last name first without a comma',
    bytes: bytesOf(`Mitgliederliste 2026
Lfd. Nr.;M-Nr;Name/Vorname;GEBURTSDATUM;STRASSE;PLZ Ort;TEL.;E-MAIL;Eintritt
1;M-12;Bantle Beate;1. Februar 1958;Weg 1;72336 Balingen;07433 12345 u. 0171 2345678;b@example.de;seit 1979
2;M-13;von Au Hans;19600201;Straße des 17. Juni 135;D-72336 Balingen;+49 (0)171 2345678;;Nov. 1985
3;M-14;Haas Ida u. Fred;1.1.70;;;;;
`),
    verdicts: ['3 new', '4 new', '5 error: fullName'],
    values: {
      3: {
        memberNumber: '12',
        lastName: 'Bantle',
        firstName: 'Beate',
        birthday: '01.02.1958',
        addressTown: 'Balingen',
        phone: '07433 12345',
        phoneMobile: '0171 2345678',
        dateJoined: '01.01.1979',
      },
      4: {
        lastName: 'von Au',
        firstName: 'Hans',
        birthday: '01.02.1960',
        addressStreet: 'Straße des 17. Juni',
        addressNumber: '135',
        addressPlz: '72336',
        phone: null,
        phoneMobile: '+49 (0)171 2345678',
        dateJoined: '01.11.1985',
      },
    },
  },
  {
    name: 'easyVerein: columns chosen by the user',
    bytes:
      bytesOf(`\uFEFF"Mitgliedsnummer";"Anrede";"Vorname";"Nachname";"Geburtsdatum";"Straße";"PLZ";"Stadt";"Land";"Private E-Mail";"Telefon privat";"Telefon mobil";"Eintrittsdatum";"Austrittsdatum";"Mitgliedergruppen";"Zahlungsart";"IBAN";"BIC";"Kontoinhaber";"Mandatsreferenz";"Mandatsdatum"
"0031";"Frau";"Anna-Lena";"Müller (geb. Schmid)";"1990-05-06 00:00:00";"Hauptstraße 1";"6850";"Dornbirn";"Österreich";"a@example.de";"";"0171/2345678";"2010-01-01";"";"Hexen";"SEPA-Lastschrift";"DE70642500400001007919";"";"";"MREF-31";"2014-02-01"
"0032";"Herr";"Tim";"Zoll";"1991-05-06 00:00:00";"Hauptstraße 2";"72336";"Balingen";"DE";"";"";"";"2010-01-01";"2030-12-31";"";"Rechnung";"";"";"";"";""
"0033";"Herr";"Jan";"Zoll";"";"Hauptstraße 2";"72336";"Balingen";"";"";"";"";"2010-01-01";"31.12.2019";"";"PayPal";"";"";"";"";""
`),
    verdicts: ['2 new', '3 new', '4 error: bankingSepaAllowed'],
    values: {
      2: {
        memberNumber: '31',
        lastName: 'Müller',
        maidenName: 'Schmid',
        birthday: '06.05.1990',
        addressPlz: '6850',
        mandateReference: 'MREF-31',
        bankingSepaAllowedDate: '01.02.2014',
      },
      3: { membershipState: null, dateLeft: '31.12.2030' },
    },
    words: ['PayPal'],
  },
  {
    name: 'JVerein, UTF-8, with words to answer',
    bytes:
      bytesOf(`mitglied_id;mitglied_externe_mitgliedsnummer;mitglied_name;mitglied_vorname;mitglied_strasse;mitglied_plz;mitglied_ort;mitglied_staat;mitglied_geburtsdatum;mitglied_geburtsdatum_f;mitglied_eintritt;mitglied_eintritt_f;mitglied_austritt;mitglied_austritt_f;mitglied_sterbetag;mitglied_beitragsgruppe_bezeichnung;mitglied_zahlungsweg;mitglied_iban;mitglied_mandatid;mitglied_mandatdatum
1;;Läufer;Åke;Weg 3;1067;Dresden;Deutschland;04.07.1966;19660704;01.01.1990;19900101;;;;Aktive Mitglieder;Basislastschrift;DE20642500400001023757;1-1;01.02.2014
2;;Zäh;Ida;Weg 3;8200;Schaffhausen;CH;05.07.1966;19660705;01.01.1990;19900101;31.12.2027;20271231;;Passiv;Überweisung;;;
3;;Zäh;Uli;Weg 3;72336;Balingen;;06.07.2012;20120706;01.01.2020;20200101;;;;Jugend;Barzahlung;;;
4;;Zäh;Udo;Weg 3;72336;Balingen;;06.07.1912;19120706;01.01.1930;19300101;31.12.2000;20001231;05.06.2001;Aktive Mitglieder;Barzahlung;;;
`),
    verdicts: ['2 new', '3 new', '4 error: membershipState', '5 new'],
    values: {
      2: { memberNumber: null, addressPlz: '01067', bankingSepaAllowed: 'ja' },
      3: { membershipState: 'Passiv', addressPlz: '8200', dateLeft: '31.12.2027' },
      5: { membershipState: 'Verstorben', dateLeft: '05.06.2001' },
    },
    words: ['Jugend'],
  },
  {
    name: 'SPG-Verein: a remark of three lines, an apostrophe within',
    bytes: bytesOf(
      `'Mitglieds_Nr';'Vorname';'Nachname';'Strasse';'PLZ';'Ort';'Geburtsdatum';'Eintritt_Datum';'Zahlart';'IBAN_Nr';'Sepa_Mandats_Ref';'Sepa_Datum_Mandats_Ref';'Abt_Status_1';'Bemerkungen'
'41';'Rosa';'O'Neill';'Weg 1';'72336';'Balingen';'05.06.1980';'01.01.2000';'b';'';'';'';'a';'eins
zwei
drei'
'42';'Max';'Öhler';'Weg 2';'72336';'Balingen';'05.06.1981';'01.01.2000';'s';'DE92642500400001031676';'M42';'01.02.2014';'p';''
`,
      'latin1',
    ),
    verdicts: ['2 new', '3 new'],
    values: {
      2: { lastName: "O'Neill", comment: 'eins\nzwei\ndrei', bankingSepaAllowed: null },
      3: { membershipState: 'Passiv', mandateReference: 'M42', bankingSepaAllowed: 'ja' },
    },
  },
  {
    name: 'Admidio: other columns, an end in the past, quotes and commas',
    bytes:
      bytesOf(`"Nr.","Nachname","Vorname","Geburtstag","Straße","PLZ","Ort","Telefon","Handy","E-Mail","Mitgliedschaftsbeginn","Mitgliedschaftsende","Kommentar"
"1","Kienle","Rosa","02.07.1951","Gartenstraße 0","72999","Schellental","07433/1, 2","0170 1","","01.01.1980","","sagt ""ja"", immer"
"2","Kienle","Udo","03.07.1951","","","","","","","01.01.1980","31.12.2010",""
"3","Kienle","Pia","04.07.1951","","","","","","","01.01.1980","31.12.9999",""
`),
    verdicts: ['2 new', '3 new', '4 new'],
    values: {
      2: { comment: 'sagt "ja", immer', phone: '07433/1, 2', phoneMobile: '0170 1' },
      3: { membershipState: 'Ausgetreten', dateLeft: '31.12.2010' },
      4: { dateLeft: null, membershipState: null },
    },
  },
  {
    name: 'ClubDesk: other words',
    bytes: bytesOf(
      `Nachname;Vorname;Firma;Adresse;PLZ;Ort;Telefon Privat;Telefon Mobil;Telefon Geschäft;Land;E-Mail;E-Mail Alternativ;[Gruppen];Status;[Rolle];Eintritt;Mitgliedsjahre;Austritt;Geburtsdatum;Jahrgang;Alter;IBAN;Kontoinhaber;[Id]
Keller;Ute;;Weg 3;6850;Dornbirn;;;;Österreich;u@example.de;;Garde;Passivmitglied;;13.01.2006;20;;05.05.1955;1955;71;;;1
Keller;Ralf;;Weg 3;4001;Basel;;;;CH;;;Garde;Ehrenmitglied;;13.01.2006;20;;05.05.1956;1956;70;;;2
Keller;Sven;;Weg 3;72336;Balingen;;;;;;;Garde;aktives Mitglied;;13.01.2006;20;;05.05.1957;1957;69;;;3
Keller;Max;;Weg 3;72336;Balingen;;;;;;;Garde;ausgetr.;;13.01.2006;20;;05.05.1958;1958;69;;;4
Keller;Eva;;Weg 3;72336;Balingen;;;;;;;Garde;Fördermitgliedschaft;;13.01.2006;20;;05.05.1959;1959;69;;;5
Keller;Ida;;Weg 3;72336;Balingen;;;;;;;Garde;gekündigt;;13.01.2006;20;;05.05.1960;1960;69;;;6
Keller;Ole;;Weg 3;72336;Balingen;;;;;;;Garde;verst.;;13.01.2006;20;;05.05.1961;1961;69;;;7
`,
      'latin1',
    ),
    verdicts: ['2 new', '3 error: membershipState', '4 new', '5 new', '6 new', '7 new', '8 new'],
    values: {
      2: { addressPlz: '6850', membershipState: 'Passiv', dateJoined: '13.01.2006' },
      5: { membershipState: 'Ausgetreten' },
      6: { membershipState: 'Passiv' },
      7: { membershipState: 'Ausgetreten' },
      8: { membershipState: 'Verstorben' },
    },
    words: ['Ehrenmitglied'],
  },
  {
    name: 'hitobito: street and house number apart',
    bytes:
      bytesOf(`Vorname,Nachname,Übername,Firmenname,Haupt-E-Mail,Strasse,Hausnummer,PLZ,Ort,Land,Geschlecht,Geburtstag,Telefonnummer Privat,Telefonnummer Mobil,Zusätzliche Angaben
Ida,Egli,Igel,,ida@example.de,Straße 12,7a,72336,Balingen,DE,weiblich,06.05.1990,07433 123456,0170 1234567,Trommel
`),
    verdicts: ['2 new'],
    values: {
      2: {
        addressStreet: 'Straße 12',
        addressNumber: '7a',
        comment: 'Trommel',
        phone: '07433 123456',
        phoneMobile: '0170 1234567',
      },
    },
  },
  {
    name: 'Linear: J and N',
    bytes:
      bytesOf(`Mitgliedsnummer\tNachname\tVorname\tGeburtsdatum\tEintrittsdatum\tSepa-Mandatsnummer\tDatum Mandat\tLastschrift J/N\tIBAN
7\tBauer\tUwe\t6.5.90\t1.1.10\tB-7\t01.02.2014\tJ\tDE45642500400001015838
8\tBauer\tUta\t7.5.90\t1.1.10\t\t\tN\t
`),
    verdicts: ['2 new', '3 new'],
    values: { 2: { birthday: '06.05.1990', bankingSepaAllowed: 'ja', mandateReference: 'B-7' } },
  },
  {
    name: 'the address book of JVerein: quotes within, a semicolon at the end',
    bytes: bytesOf(`Anzeigename;Vorname;Nachname;E-Mail;TelefonPrivat;TelefonMobil;
"Rosa "Rosi" Kienle";Rosa;Kienle;rosa@example.de;07433 1;0170 1;
`),
    verdicts: ['2 new'],
    values: { 2: { firstName: 'Rosa', lastName: 'Kienle', phoneMobile: '0170 1' } },
  },
  {
    name: 'values that must not be guessed',
    bytes: bytesOf(`Nr;Nachname;Vorname;geb. am;Eintritt;E-Mail;IBAN;Bankeinzug;PLZ
51;Eins;Eva;31.11.1980;;;;;
52;Zwei;Eva;1958;;;;;
53;Drei;Eva;ca. 1950;;;;;
54;Vier;Eva;1.1.80;;eva@example,de;;;
55;Fünf;Eva;2.1.80;;;DE70642500400001007918;;
56;Sechs;Eva;3.1.80;;;;x;
12,5;Sieben;Eva;4.1.80;;;;;
58;Acht;Eva;5.1.80;;;;;723366
59;Neun;Eva;6.1.80;00.00.0000;k.A.;-;?;#NV
60;Zehn & Elf;Eva;7.1.80;;;;;
61;Zwölf;Eva;8.1.80;1.13.1999;;;;
`),
    verdicts: [
      '2 error: birthday',
      '3 error: birthday',
      '4 error: birthday',
      '5 error: eMail',
      '6 error: bankingIban',
      '7 error: bankingSepaAllowedDate, bankingIban',
      '8 error: memberNumber',
      '9 error: addressPlz',
      '10 new',
      '11 error: lastName',
      '12 error: dateJoined',
    ],
  },
  {
    name: 'names in the order of the heading, titles and particles',
    bytes: bytesOf(`Vorname Name;Geburtsdatum;Anschrift
Dr. Jörg Maier;1.2.1960;Hauptstr. 12, 72336 Balingen
Ludwig van Beet;2.2.1960;Gässle 5 · 72336 Balingen
Anna Maria von der Alb;3.2.1960;
Ida Zu;4.2.1960;
Ida + Fred Haas;5.2.1960;
`),
    verdicts: ['2 new', '3 new', '4 new', '5 new', '6 error: fullName'],
    values: {
      3: { lastName: 'van Beet', addressStreet: 'Gässle', addressNumber: '5' },
      2: { firstName: 'Dr. Jörg', lastName: 'Maier', addressTown: 'Balingen', addressNumber: '12' },
      4: { firstName: 'Anna Maria', lastName: 'von der Alb' },
      5: { firstName: 'Ida', lastName: 'Zu' },
    },
  },
  {
    name: 'a workbook: a blank column in front, groups, sums, notes below',
    bytes: workbookOf({
      sheets: [
        {
          name: 'Notizen',
          rows: [
            ['Wer', 'Was'],
            ['a', 'b'],
            ['c', 'd'],
            ['e', 'f'],
          ],
        },
        {
          name: 'Liste',
          merged: ['B1:F1'],
          rows: [
            [null, 'Narrenzunft Moosried e. V.', null, null, null, null],
            [null, 'Nr', 'Name', 'Vorname', 'geb.', 'Eintritt', 'Handy', 'aktiv/passiv', 'Alter'],
            [null, 'Hexen'],
            [null, 1, 'Bantle', 'Beate', { serial: 21217 }, 1979, 1712345678, 'a', 68],
            [null, 2, 'Bantle', 'Karl', 21217, 29170, '0171 1', 'p', 68],
            [null, 'Nr', 'Name', 'Vorname', 'geb.', 'Eintritt', 'Handy', 'aktiv/passiv', 'Alter'],
            [null, 3, 'Narr', 'Fritz', 1950, null, null, '†', 70],
            [null, 'Gesamt', 3],
            [],
            [null, '* ohne Gewähr'],
          ],
        },
      ],
    }),
    verdicts: ['4 new', '5 new', '7 error: birthday'],
    values: {
      4: {
        birthday: '01.02.1958',
        dateJoined: '01.01.1979',
        phoneMobile: '01712345678',
        membershipState: null,
      },
      5: { birthday: '01.02.1958', dateJoined: '11.11.1979', membershipState: 'Passiv' },
    },
  },
  {
    name: 'the same person twice, and a similar person',
    bytes: bytesOf(`Nachname,Vorname,Geburtstag,Ort
Haas,Eva,01.02.1980,Balingen
Haas,Eva,01.02.1980,Balingen
Haas,Eva,,Balingen
Haas,Eva,01.02.1981,Balingen
Hass,Eva,01.02.1980,Balingen
`),
    verdicts: ['2 new', '3 same', '4 duplicate: row', '5 new', '6 duplicate: row'],
  },
  {
    name: 'a column of spans and a day of death without a word',
    bytes: bytesOf(`Nachname;Vorname;Mitglied seit;verstorben am;Status
Alt;Adam;1985-1992;;
Alt;Bert;11.11.1990 - 10.11.2004;;aktiv
Alt;Carl;seit 1995;2019;aktiv
Alt;Dora;1.1.2000;;Aktiv
`),
    verdicts: ['2 new', '3 new', '4 new', '5 new'],
    values: {
      2: { dateJoined: '01.01.1985', dateLeft: '31.12.1992', membershipState: 'Ausgetreten' },
      3: { dateLeft: '10.11.2004', membershipState: 'Ausgetreten' },
      4: { dateJoined: '01.01.1995', dateLeft: '31.12.2019', membershipState: 'Verstorben' },
      5: { membershipState: null },
    },
    notes: { 2: ['dateJoined', 'dateJoined'] },
  },
  {
    name: 'a second table beside, and sep=',
    bytes: bytesOf(`sep=,
Nr,Nachname,Vorname,Ort,,Kasse,Betrag
1,Haas,Eva,Balingen,,Beitrag,30
2,Haas,Udo,Balingen,,Spende,20
,,,,,Gesamt,50
`),
    verdicts: ['2 new', '3 new'],
    values: { 2: { addressTown: 'Balingen', bankingBank: null, comment: null } },
    skipped: ['Gesamt · 50'],
  },
  {
    name: 'Sprünge in the list of members: the day is asked once',
    bytes: bytesOf(`Nr;Name;Vorname;Sprünge
1;Haas;Eva;48
2;Haas;Udo;ca. 20
3;Haas;Ida;0
`),
    verdicts: ['2 error: paradesBeforeUntil', '3 error: paradesBefore', '4 new'],
  },
  {
    name: 'phones as people write them',
    bytes: bytesOf(`Nachname;Vorname;Telefon;Handy
A;A;07433/12345 / 0171-2345678;
B;B;07433/12345;0171 234 56 78
C;C;;"0171 1234567
07433 12345"
D;D;07433/12345, 07433/54321;
E;E;'+49 171 2345678;
`),
    verdicts: ['2 new', '3 new', '4 new', '5 new', '6 new'],
    values: {
      2: { phone: '07433/12345', phoneMobile: '0171-2345678' },
      4: { phone: '07433 12345', phoneMobile: '0171 1234567' },
      5: { phone: '07433/12345, 07433/54321', phoneMobile: null },
    },
  },
]

const shownIn = (preview: ImportPreview, row: number) =>
  Object.fromEntries(rowOf(preview, row).fields.map(({ field, new: now }) => [field, now]))

test.each(cases)(
  'The preview reads and judges the rows of a member file as expected: $name',
  async ({ bytes, answers, verdicts, values, notes, skipped, words }) => {
    const file = await stage({ kind: 'members', bytes, token, ...(answers && { answers }) })
    const preview = await file.preview()
    expect.soft(verdictsOf(preview)).toEqual(verdicts)
    for (const [row, wanted] of Object.entries(values ?? {})) {
      const shown = shownIn(preview, Number(row))
      const found = Object.keys(wanted).map((field) => [field, shown[field] ?? null])
      expect.soft(Object.fromEntries(found), `row ${row}`).toEqual(wanted)
    }
    for (const [row, fields] of Object.entries(notes ?? {})) {
      expect.soft(rowOf(preview, Number(row)).notes.map(({ field }) => field)).toEqual(fields)
    }
    if (skipped) expect.soft(file.sheet.skipped.map(({ text }) => text)).toEqual(skipped)
    const asked = preview.questions.filter(({ place }) => place === 'words')
    expect.soft(asked.map(({ word }) => word)).toEqual(words ?? [])
  },
)

describe('a second list of known members', () => {
  const second = (text: string) => stage({ kind: 'members', bytes: bytesOf(text), token })

  beforeEach(async () => {
    const first = await stageSample('01', { empty: { bankingSepaAllowedDate: '01.02.2014' } })
    await first.commit()
  })

  test('A second list of members is judged row by row as same, changed, duplicate or new, and its import can be undone', async () => {
    const before = await guildNow()
    const file = await second(`Nr;Nachname;Vorname;Geburtsdatum;Handy;Ort;Status
1;Bantle;Beate;01.02.1958;0171 999;;
2;Fremd;Uwe;1.1.1990;;;
;Bantle;Karl;02.02.1985;;;
70;Bantle;Jutta;01.05.1971;;Rosenfeld;
;Großmann;Ute;03.03.1949;;Bisingen;p
;Großmann;Ute;;;;
;Großman;Ute;3.3.49;;;
14;Narr;Fritz;;;;
`)
    const preview = await file.preview()
    expect(verdictsOf(preview)).toEqual([
      '2 changes',
      '3 error: memberNumber',
      '4 new',
      '5 changes',
      '6 changes',
      '7 duplicate: row',
      '8 duplicate: row',
      '9 same',
    ])
    expect(rowOf(preview, 2).fields).toEqual([
      { field: 'phoneMobile', label: 'Mobil', old: '0171 2345678', new: '0171 999' },
    ])
    expect(rowOf(preview, 5).fields.map(({ field, old, new: now }) => [field, old, now])).toEqual(
      expect.arrayContaining([['memberNumber', '7', '70']]),
    )
    const [ute] = rowOf(preview, 7).candidates
    await file.choose(
      { row: 3, decision: 'skip' },
      { row: 7, decision: 'same', memberId: ute?.memberId ?? 0 },
      { row: 8, decision: 'new' },
    )
    await file.commit()
    expect(await members()).toMatchObject([
      { first_name: 'Karl', birthday: '1985-02-02' },
      { first_name: 'Ute', last_name: 'Großman' },
      { member_number: 1, phone_mobile: '0171 999', address_town: 'Balingen' },
      { member_number: 2, first_name: 'Karl' },
      { member_number: 3 },
      { member_number: 12 },
      { member_number: 13, first_name: 'Ute' },
      { member_number: 14 },
      { member_number: 70, first_name: 'Jutta', mandate_reference: expect.stringMatching(/./) },
    ])
    await file.undo()
    expect(await guildNow()).toEqual(before)
  })
})

test('A row of a file can be assigned to the new member of an earlier row; one member is then stored from both rows', async () => {
  const text = `Nachname;Vorname;Geburtstag;Ort
Haas;Eva;01.02.1980;
Haas;Eva;;Balingen
`
  const file = await stage({ kind: 'members', bytes: bytesOf(text), token })
  const preview = await file.preview()
  expect(rowOf(preview, 3).candidates).toMatchObject([{ memberId: 0, row: 2 }])
  await file.choose({ row: 3, decision: 'same' })
  await file.commit()
  expect(await members()).toMatchObject([{ birthday: '1980-02-01', address_town: 'Balingen' }])
})
