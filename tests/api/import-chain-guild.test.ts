import { beforeEach, expect, test } from 'vitest'
import { rows, setClock, signedIn } from '#tests/support/api.ts'
import { aCostumeType } from '#tests/support/builders.ts'
import {
  bytesOf,
  guildNow,
  mappedOf,
  rowOf,
  type StagedImport,
  sampleBytes,
  stage,
  verdictsOf,
} from '#tests/support/import-chain.ts'

// Sample files about the members of sample 01, from the bytes of the file to the stored rows.

let token: string
beforeEach(async () => {
  setClock()
  token = (await signedIn('management')).token
})

type StageOptions = Parameters<typeof stage>[0]
const sample = (
  number: string,
  kind: StageOptions['kind'],
  answers: StageOptions['answers'] = {},
) => stage({ kind, bytes: sampleBytes(number), token, answers })

async function importMembers() {
  const file = await sample('01', 'members', { empty: { bankingSepaAllowedDate: '1.2.2014' } })
  expect(verdictsOf(await file.preview()).filter((verdict) => !verdict.endsWith(' new'))).toEqual(
    [],
  )
  await file.commit()
}

/** Imports a file, imports it again without changes, and undoes the first import. */
async function importAndUndo(
  file: StagedImport,
  again: () => Promise<StagedImport>,
  check: () => unknown,
) {
  const before = await guildNow()
  await file.commit()
  const after = await guildNow()
  await check()
  const second = await again()
  expect(second.before).not.toBeNull()
  const preview = await second.preview()
  expect(preview.rows.filter(({ verdict }) => !['same', 'skipped'].includes(verdict))).toEqual([])
  await second.commit()
  expect(await guildNow()).toEqual(after)
  await file.undo()
  expect(await guildNow()).toEqual(before)
}

test('The sample file 07 (honors) is imported once the meaning of an ambiguous word is chosen and a faulty row is skipped; the import can be undone', async () => {
  await importMembers()
  const open = await sample('07', 'honors')
  expect(mappedOf(open)).toEqual({
    Mitgliedsnummer: 'memberNumber',
    Name: 'fullName',
    Ehrung: 'honor',
    Datum: 'date',
    Bemerkung: 'comment',
  })
  const preview = await open.preview()
  expect(verdictsOf(preview)).toEqual(['2 new', '3 new', '4 error: honor', '5 error: memberNumber'])
  expect(rowOf(preview, 3).notes).toEqual([{ field: 'date', text: 'Jahr allein: 1. Januar 2004' }])
  const [question] = preview.questions
  expect(question).toMatchObject({ place: 'words', field: 'honor', word: 'Ehrenmitglied', rows: 1 })
  // Two honors of the guild, or a new one.
  expect(question?.options.map(({ value }) => value === 'new')).toEqual([true, false, false])
  const refused = await open.tryCommit()
  expect(refused.status).toBe(409)
  expect(await rows('SELECT id FROM honors')).toEqual([])

  const meant = question?.options[1]?.value ?? ''
  const answers = { words: { honor: { Ehrenmitglied: meant } } }
  const settled = async (file: StagedImport) => {
    await file.choose({ row: 5, decision: 'skip' })
    return file
  }
  await open.answer(answers)
  await importAndUndo(
    await settled(open),
    async () => settled(await sample('07', 'honors', answers)),
    async () =>
      expect(
        await rows(
          `SELECT member_number, type, date, h.comment FROM honors h
           JOIN members m ON m.id = member_id ORDER BY h.id`,
        ),
      ).toEqual([
        { member_number: 1, type: 'Parades_25', date: '1999-11-11', comment: '' },
        {
          member_number: 1,
          type: 'Member_for_25_Years',
          date: '2004-01-01',
          comment: 'laut Protokoll; Seite 4',
        },
        { member_number: 2, type: meant, date: '2010-11-11', comment: '' },
      ]),
  )
})

test('The sample file 08 (offices) is imported; importing it again changes nothing, and the import can be undone', async () => {
  await importMembers()
  const again = () => sample('08', 'duties')
  const file = await again()
  expect(verdictsOf(await file.preview())).toEqual(['2 new', '3 new', '4 new'])
  await importAndUndo(file, again, async () =>
    expect(
      await rows(
        `SELECT first_name, duty, from_date AS "from", to_date AS "to" FROM duty_entries d
         JOIN members m ON m.id = member_id ORDER BY d.id`,
      ),
    ).toEqual([
      { first_name: 'Beate', duty: 'Kassier', from: '1985-01-01', to: '1992-12-31' },
      { first_name: 'Beate', duty: 'Kassier', from: '1995-01-01', to: null },
      { first_name: 'Karl', duty: 'Elferratsmitglied', from: '1990-11-11', to: '2004-11-10' },
    ]),
  )
})

test('The sample file 09 (costumes) is imported with types and owners; importing it again changes nothing, and the import can be undone', async () => {
  await importMembers()
  const open = await sample('09', 'costumes')
  const asked = (await open.preview()).questions.map(({ word, options }) => [word, options[0]])
  const created = { value: 'new', label: 'Neu anlegen' }
  expect(asked).toEqual([
    ['Hexe', created],
    ['Narro', created],
  ])
  const answers = { words: { costumeType: { Hexe: 'new', Narro: 'new' } } }
  await open.answer(answers)
  expect(verdictsOf(await open.preview())).toEqual(['2 new', '3 new', '4 new', '5 new', '6 new'])
  await importAndUndo(
    open,
    () => sample('09', 'costumes', answers),
    async () => {
      expect(
        await rows(
          `SELECT t.name, number FROM costumes c
           JOIN costume_types t ON t.id = costume_type_id ORDER BY c.id`,
        ),
      ).toEqual([
        { name: 'Hexe', number: 'H 12' },
        { name: 'Hexe', number: 'H 13' },
        { name: 'Hexe', number: 'H 99' },
        { name: 'Narro', number: 'N 4' },
      ])
      expect(
        await rows(
          `SELECT number, first_name, owned_from, owned_to FROM costume_ownerships o
           JOIN costumes c ON c.id = costume_id JOIN members m ON m.id = member_id ORDER BY o.id`,
        ),
      ).toEqual([
        { number: 'H 12', first_name: 'Beate', owned_from: '1979-11-11', owned_to: null },
        { number: 'H 13', first_name: 'Karl', owned_from: '1979-11-11', owned_to: '2005-11-10' },
        { number: 'H 13', first_name: 'Jutta', owned_from: '2005-11-11', owned_to: null },
        { number: 'N 4', first_name: 'Änne', owned_from: '2027-01-16', owned_to: null },
      ])
    },
  )
})

test('The sample file 12 (Sprünge from before the register) is imported once the day up to which they count is entered and a faulty row skipped', async () => {
  await importMembers()
  const open = await sample('12', 'paradesBefore')
  const preview = await open.preview()
  expect(preview.questions).toMatchObject([
    { place: 'empty', field: 'paradesBeforeUntil', word: '', rows: 3 },
  ])
  const answers = { empty: { paradesBeforeUntil: '31.12.2024' } }
  await open.answer(answers)
  const verdicts = verdictsOf(await open.preview())
  expect(verdicts.slice(0, 3)).toEqual(['2 new', '3 new', '4 new'])
  expect(verdicts[3]).toMatch(/^5 error: .*paradesBefore/)
  expect((await open.tryCommit()).status).toBe(409)
  const settled = async (file: StagedImport) => {
    await file.choose({ row: 5, decision: 'skip' })
    return file
  }
  await importAndUndo(
    await settled(open),
    async () => settled(await sample('12', 'paradesBefore', answers)),
    async () =>
      expect(
        await rows(
          `SELECT member_number, parades_before, parades_before_until FROM members
           WHERE parades_before_until IS NOT NULL ORDER BY member_number`,
        ),
      ).toEqual([
        { member_number: 1, parades_before: 48, parades_before_until: '2024-12-31' },
        { member_number: 2, parades_before: 112, parades_before_until: '2024-12-31' },
        { member_number: 3, parades_before: 0, parades_before_until: '2024-12-31' },
      ]),
  )
})

test('Departures of a parade are imported from a file; the same file again is judged as unchanged, one with other departures as a change', async () => {
  const imported = async (departures: string, start: string) => {
    const text = `Datum;Beschreibung;Gastgeber;Anmeldung ab;Anmeldung ab, Uhrzeit;Anmeldung bis;Abfahrt;Beginn des Umzugs\n24.01.2027;Umzug;NZ A;17.01.2027;20:00;20.01.2027;${departures};${start}\n`
    const file = await stage({ kind: 'parades', bytes: bytesOf(text), token })
    const preview = await file.preview()
    await file.commit()
    return verdictsOf(preview)
  }
  const stored = () =>
    rows('SELECT time_enrolment_start AS opens, departures, time_start AS start FROM parades')
  const schulhof = { time: '12:15', place: 'Schulhof' }

  expect(await imported('12:15 Uhr Schulhof', '14:00')).toEqual(['2 new'])
  expect(await stored()).toEqual([
    { opens: '20:00', departures: JSON.stringify([schulhof]), start: '14:00' },
  ])
  expect(await imported('12:15 Uhr Schulhof', '14 Uhr')).toEqual(['2 same'])
  expect(await imported('12:15 Uhr Schulhof', '14:30')).toEqual(['2 changes'])
  expect(await imported('12:15 Uhr Schulhof, 12:25 Uhr Rathaus', '')).toEqual(['2 changes'])
  const both = [schulhof, { time: '12:25', place: 'Rathaus' }]
  expect(await stored()).toEqual([
    { opens: '20:00', departures: JSON.stringify(both), start: '14:30' },
  ])
})

test('The sample files 11 (parades) and 10 (participations, with a column for each parade) are imported', async () => {
  await importMembers()
  const type = await aCostumeType('Hexe')
  const parades = await sample('11', 'parades')
  expect(verdictsOf(await parades.preview())).toEqual(['2 new', '3 new', '4 new'])
  await parades.commit()
  expect(
    await rows(
      `SELECT date, title, host, host_plz, price_for_adults_in_cent AS adults,
         price_for_children_in_cent AS children FROM parades ORDER BY id`,
    ),
  ).toEqual([
    {
      date: '2025-01-19',
      title: 'Ringtreffen',
      host: 'NZ Moosried',
      host_plz: '88444',
      adults: 350,
      children: 0,
    },
    {
      date: '2025-01-25',
      title: 'Nachtumzug',
      host: 'Narrenverein Weilen',
      host_plz: '72367',
      adults: 400,
      children: 200,
    },
    {
      date: '2025-03-02',
      title: 'Sonntagsumzug',
      host: 'NZ Balingen',
      host_plz: '72336',
      adults: 0,
      children: 0,
    },
  ])

  const open = await sample('10', 'participations')
  expect(open.sheet.skipped).toMatchObject([{ reason: 'Summe' }])
  const asked = await open.preview()
  expect(asked.questions).toMatchObject([{ place: 'empty', field: 'costumeType' }])
  const answers = { empty: { costumeType: 'Hexe' } }
  await open.answer(answers)
  expect(verdictsOf(await open.preview()).map((verdict) => verdict.replace(/^\d+ /, ''))).toEqual([
    'new',
    'new',
  ])
  await importAndUndo(
    open,
    () => sample('10', 'participations', answers),
    async () =>
      expect(
        await rows(
          `SELECT date, first_name, door, state, price_in_cent AS price, costume_type_id = ${type.id} AS hexe,
             participation_fee_payed AS paid, participation_confirmed AS confirmed, person_key = 'm:' || member_id AS own
           FROM participations t JOIN parades p ON p.id = parade_id ORDER BY first_name, date`,
        ),
      ).toEqual(
        [
          ['2025-01-19', 'Beate'],
          ['2025-01-25', 'Beate'],
          ['2025-03-02', 'Beate'],
          ['2025-01-19', 'Karl'],
        ].map(([date, first_name]) => ({
          date,
          first_name,
          door: 'management',
          state: 'booked',
          price: 0,
          hexe: 1,
          paid: 1,
          confirmed: 1,
          own: 1,
        })),
      ),
  )
})
