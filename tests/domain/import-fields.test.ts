import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newCostumeBody, newCostumeTypeBody } from '#worker/costumes/costumes.contract.ts'
import type { HonorType } from '#worker/domain/codes.ts'
import { germanDate } from '#worker/domain/dates.ts'
import { importFields } from '#worker/domain/import/fields.ts'
import { sheetKinds } from '#worker/domain/import/headings.ts'
import { fieldText, normaliseRow } from '#worker/domain/import/normalise.ts'
import { questionText } from '#worker/domain/import/questions.ts'
import type { Answers, Cell, MemberValues, SheetKind } from '#worker/domain/import/types.ts'
import { builtInHonors } from '#worker/domain/import/words.ts'
import { membershipStateLabels } from '#worker/domain/labels.ts'
import { emptyMember, type MemberFields } from '#worker/domain/member.ts'
import { isBlank } from '#worker/domain/text.ts'
import { memberProblems } from '#worker/members/member-problems.ts'
import { newDutyBody, newHonorBody, newMemberBody } from '#worker/members/members.contract.ts'
import { newParadeBody } from '#worker/parades/parades.contract.ts'

const today = '2026-11-22'
const nothingSaid: Answers = { words: {}, empty: {}, choices: {} }
const ida = { lastName: 'Haas', firstName: 'Ida' }

/** A row of these cells; whose name does not matter is Ida Haas. */
function member(cells: Record<string, Cell>, answers: Partial<Answers> = {}) {
  const all = { ...('fullName' in cells ? {} : ida), ...cells }
  return row('members', all, answers)
}

function row<Kind extends SheetKind>(
  kind: Kind,
  cells: Record<string, Cell>,
  answers: Partial<Answers> = {},
  headings: readonly string[] = Object.keys(cells),
) {
  const sheet = { headings, columns: Object.keys(cells) }
  const read = { row: 2, cells: Object.values(cells) }
  return normaliseRow(kind, sheet, { ...nothingSaid, ...answers }, read, today)
}

/** The value of a cell in a field of its own: what is wrong with it comes first. */
function value(field: keyof MemberValues, cell: Cell): unknown {
  const { items, errors } = member({ [field]: cell })
  const [error] = errors.filter((one) => one.field === field)
  return error ? `! ${error.text}` : items[0]?.[field]
}

describe('a cell without a value', () => {
  test.each<[Cell, string]>([
    [{ unreadable: '#BEZUG!' }, 'In der Zelle steht „#BEZUG!“ statt eines Werts.'],
    [{ unreadable: '#NV' }, 'In der Zelle steht „#NV“ statt eines Werts.'],
    ['#WERT!', 'In der Zelle steht „#WERT!“ statt eines Werts.'],
    [' #ref! ', 'In der Zelle steht „#ref!“ statt eines Werts.'],
    ['#DIV/0!', 'In der Zelle steht „#DIV/0!“ statt eines Werts.'],
    ['########', 'In der Zelle steht „########“ statt eines Werts.'],
    [
      { unreadable: 'Formel ohne Ergebnis' },
      'In der Zelle steht eine Formel, aber kein Ergebnis. Trag den Wert ein oder speichere die Tabelle in Excel oder LibreOffice noch einmal.',
    ],
  ])('The imported cell %o, which has no value, is an error in every field', (cell, text) => {
    const fields = ['addressTown', 'addressPlz', 'birthday', 'phone', 'eMail', 'comment'] as const
    for (const field of [...fields, 'bankingIban', 'memberNumber', 'membershipState'] as const) {
      expect([field, value(field, cell)]).toEqual([field, `! ${text}`])
    }
  })

  test('A spreadsheet error (#NV) in the column of an honor or of a parade is an error of the row', () => {
    const cell = { unreadable: '#NV' }
    const honors = row('honors', { ...ida, 'honor:Parades_25': cell })
    expect(honors.errors).toMatchObject([{ field: 'honor:Parades_25' }])
    const crosses = row('participations', { ...ida, 'parade:2025-01-19': cell })
    expect(crosses.errors).toMatchObject([{ field: 'parade:2025-01-19' }])
  })

  test('A cell with a spreadsheet error (#NV) does not get the value that the user chose for empty cells', () => {
    const answers = { empty: { addressTown: 'Balingen' } }
    const { items, errors } = member({ addressTown: { unreadable: '#NV' } }, answers)
    expect(errors).toMatchObject([{ field: 'addressTown' }])
    expect(items).not.toMatchObject([{ addressTown: 'Balingen' }])
  })

  test('A cell with a spreadsheet error is accepted once the user corrects it to a valid or an empty value', () => {
    const sheet = {
      headings: ['Name', 'Vorname', 'Ort'],
      columns: ['lastName', 'firstName', 'addressTown'],
    }
    const cells = ['Haas', 'Ida', { unreadable: '#BEZUG!' }]
    const corrected = (addressTown: string) =>
      normaliseRow('members', sheet, nothingSaid, { row: 2, cells, values: { addressTown } }, today)
    expect(corrected('Balingen')).toMatchObject({
      items: [{ addressTown: 'Balingen' }],
      errors: [],
    })
    expect(corrected('').errors).toEqual([])
    expect(corrected('#BEZUG!').errors).toMatchObject([{ field: 'addressTown' }])
  })
})

describe('texts of cells', () => {
  const town = (cell: Cell) => member({ addressTown: cell }).items[0]?.addressTown

  test.each<[Cell, string | undefined]>([
    ['  Bad\u00a0 Saulgau\u2009', 'Bad Saulgau'],
    ['Mu\u0308nsingen', 'Münsingen'],
    ['Ba\u00adlin\u200bgen\ufeff', 'Balingen'],
    ["'=Ort", '=Ort'],
    ["'-Ort", '-Ort'],
    ["''=Ort", "'=Ort"],
    ["'\u200b＝Ort", '＝Ort'],
    ["'Ort", "'Ort"],
    ['zwei\nZeilen', 'zwei Zeilen'],
    [12, '12'],
    [true, 'ja'],
  ])('The imported text %o is read as %o', (cell, text) => expect(town(cell)).toBe(text))

  test.each(['-', '--', 'k.A.', '?', '#NV', 'NULL', '00.00.0000', '', ' ', "'-", '\u200b'])(
    'The imported cell %o is read as empty',
    (cell) => expect(town(cell)).toBeUndefined(),
  )

  test('The surname "Null" of a full name is read as a name, not as an empty value', () => {
    expect(member({ fullName: 'Null, Ida' }).items[0]?.lastName).toBe('Null')
  })

  test('An imported text with a NUL, half of a surrogate pair or more than 200 characters is an error, and no part of it is stored', () => {
    for (const text of ['a\u0000b', 'a\ud800b', 'x'.repeat(201)]) {
      const { items, errors } = member({ addressTown: text })
      expect([errors.length, items[0]?.addressTown]).toEqual([1, undefined])
    }
  })

  test('If several columns are assigned to the comment, the filled cells of the second and later ones are appended with their headings', () => {
    const sheet = {
      headings: ['Nachname', 'Vorname', 'Bemerkung', 'Beruf', 'Hobby'],
      columns: ['lastName', 'firstName', 'comment', 'comment', 'comment'],
    }
    const cells = ['Haas', 'Ida', 'eine\r\nzweite ', 'Bäckerin', '-']
    const { items } = normaliseRow('members', sheet, nothingSaid, { row: 2, cells }, today)
    expect(items[0]?.comment).toBe('eine\nzweite\nBeruf: Bäckerin')
  })
})

describe('days of cells', () => {
  test.each<[Cell, string | undefined]>([
    ['1.2.58', '1958-02-01'],
    ['01.02.1958', '1958-02-01'],
    ['13/2/1958', '1958-02-13'],
    ['2/2/1958', '1958-02-02'],
    ['1958/02/01', '1958-02-01'],
    ['Feb 1, 1958', '1958-02-01'],
    ['1-Feb-58', '1958-02-01'],
    ['01021958', '1958-02-01'],
    ['1958-02-01', '1958-02-01'],
    ['19580201', '1958-02-01'],
    [19580201, '1958-02-01'],
    ['1958-02-01T00:00:00', '1958-02-01'],
    ['01.02.1958 00:00:00', '1958-02-01'],
    ['01.02.1958 00:00', '1958-02-01'],
    ['3. März 1949', '1949-03-03'],
    ['3 Mrz. 49', '1949-03-03'],
    ['3.MÄRZ 1949', '1949-03-03'],
    ['7. Sept. 1970', '1970-09-07'],
    ['24. Dez 1970', '1970-12-24'],
    ['So, 06.01.1980', '1980-01-06'],
    ['Sonntag 6.1.1980', '1980-01-06'],
    [{ day: '1958-02-01' }, '1958-02-01'],
    [21947, '1960-02-01'],
    [21947.75, '1960-02-01'],
    [3654, '1910-01-01'],
    ['31.12.9999', undefined],
    [{ day: '9999-12-31' }, undefined],
    ['00.00.0000', undefined],
    [0, undefined],
  ])('The imported birthday %o is read as %o (undefined: as empty)', (cell, day) =>
    expect(value('birthday', cell)).toBe(day),
  )

  test.each<[Cell]>([
    ['31.02.1980'],
    ['29.02.1900'],
    ['32. März 1949'],
    ['1.13.1980'],
    ['01.02.1850'],
    [{ day: '1850-01-01' }],
    ['demnächst'],
    ['1979'],
    [1979],
    ['März 1979'],
    [3653],
    [73051],
    [-1],
    [1958.5],
    [true],
    ['01.01.2090'],
    ['23.11.2026'],
  ])('On 22 November 2026, the imported birthday %o is rejected', (cell) =>
    expect(value('birthday', cell)).toMatch(/^! /),
  )

  test('The spreadsheet number 73050 is read as the last accepted day, 31 December 2099', () => {
    expect(value('dateJoined', 73050)).toBe('2099-12-31')
  })

  test.each<[keyof MemberValues & string, Cell, string, string]>([
    ['dateJoined', '1979', '1979-01-01', 'Jahr allein: 1. Januar 1979'],
    ['dateJoined', 1900, '1900-01-01', 'Jahr allein: 1. Januar 1900'],
    ['dateJoined', 2099, '2099-01-01', 'Jahr allein: 1. Januar 2099'],
    ['dateJoined', 'seit 1995', '1995-01-01', 'Jahr allein: 1. Januar 1995'],
    ['dateLeft', '2019', '2019-12-31', 'Jahr allein: 31. Dezember 2019'],
    ['dateLeft', 2019, '2019-12-31', 'Jahr allein: 31. Dezember 2019'],
    ['dateLeft', '02/2020', '2020-02-29', 'Monat allein: 29. Februar 2020'],
    ['dateJoined', 'März 1985', '1985-03-01', 'Monat allein: 1. März 1985'],
  ])(
    'In the field %s the imported cell %o is read as %s, with a note about the missing part',
    (field, cell, day, note) => {
      const { items, notes } = member({ [field]: cell })
      expect([items[0]?.[field], notes]).toEqual([day, [{ field, text: note }]])
    },
  )

  test('A span in the column of the day of joining (1985-1992) is split into the days of joining and leaving', () => {
    expect(member({ dateJoined: '1985-1992' }).items[0]).toMatchObject({
      dateJoined: '1985-01-01',
      dateLeft: '1992-12-31',
      membershipState: 'Left',
    })
  })

  test('An imported member with a day of leaving before the day of joining is an error', () => {
    const { errors } = member({ dateJoined: '1.1.2000', dateLeft: '31.12.1999' })
    expect(errors.map(({ field }) => field)).toEqual(['dateLeft'])
  })
})

describe('spans of an office', () => {
  const period = (text: string) => {
    const { items, errors } = row('duties', {
      fullName: 'Haas, Ida',
      duty: 'Kassier',
      period: text,
    })
    return errors.length > 0 ? 'error' : `${items[0]?.from ?? ''} ${items[0]?.to ?? ''}`.trim()
  }

  test.each([
    ['1985-1992', '1985-01-01 1992-12-31'],
    ['1985 – 1992', '1985-01-01 1992-12-31'],
    ['1985-92', '1985-01-01 1992-12-31'],
    ['von 1985 bis 1992', '1985-01-01 1992-12-31'],
    ['seit 1995', '1995-01-01'],
    ['ab 11.11.1995', '1995-11-11'],
    ['1995 -', '1995-01-01'],
    ['1995 bis heute', '1995-01-01'],
    ['11.11.1990 - 10.11.2004', '1990-11-11 2004-11-10'],
    ['11.11.90-10.11.04', '1990-11-11 2004-11-10'],
    ['1990-11-11 - 2004-11-10', '1990-11-11 2004-11-10'],
    ['11.11.1990 - 31.12.9999', '1990-11-11'],
    ['2004', '2004-01-01 2004-12-31'],
    ['1992-1985', 'error'],
    ['bis 1992', 'error'],
    ['11.11.1990', 'error'],
    ['lange', 'error'],
    ['', 'error'],
  ])('The imported span %o of an office is read as "%s"', (text, span) =>
    expect(period(text)).toBe(span),
  )

  test('The span of an office is read from the columns "from" and "to", or from "from" alone if it contains both days ("1985-1992")', () => {
    const both = (from: Cell, to: Cell) =>
      row('duties', { fullName: 'Haas, Ida', duty: 'Kassier', from, to }).items[0]
    expect(both(1985, 1992)).toMatchObject({ from: '1985-01-01', to: '1992-12-31' })
    expect(both('1985-1992', '')).toMatchObject({ from: '1985-01-01', to: '1992-12-31' })
    expect(both('seit 1985', null)).toEqual({
      person: { lastName: 'Haas', firstName: 'Ida' },
      duty: 'Kassier',
      from: '1985-01-01',
    })
  })
})

describe('names of cells', () => {
  const names = (fullName: string, order?: string, heading = 'Name') => {
    const answers = { ...nothingSaid, choices: order ? { nameOrder: order } : {} }
    const sheet = { headings: [heading], columns: ['fullName'] }
    const read = normaliseRow('members', sheet, answers, { row: 2, cells: [fullName] }, today)
    const [item] = read.items
    if (read.open.length > 0) return '?'
    if (read.errors.length > 0) return `! ${read.errors.map(({ text }) => text).join(' ')}`
    const { firstName, lastName, maidenName } = item ?? {}
    return [lastName, firstName, maidenName].filter(Boolean).join('|')
  }

  test.each([
    ['Bantle, Beate', 'Bantle|Beate'],
    ['Bantle ,Beate', 'Bantle|Beate'],
    ['von der Alb, Hans', 'von der Alb|Hans'],
    ['Alb, Hans von der', 'von der Alb|Hans'],
    ['Guttenberg, Karl von und zu', 'von und zu Guttenberg|Karl'],
    ['von und zu Guttenberg, Karl', 'von und zu Guttenberg|Karl'],
    ['Schmid geb. Bantle, Jutta', 'Schmid|Jutta|Bantle'],
    ['Schmid, Jutta geb. Bantle', 'Schmid|Jutta|Bantle'],
    ['Schmid (geb. Bantle), Jutta', 'Schmid|Jutta|Bantle'],
    ['Schmid, Jutta, geborene von der Alb', 'Schmid|Jutta|von der Alb'],
    ['Kienle, Max, jun.', 'Kienle|Max, jun.'],
    ['Alb, Dr. Hans', 'Alb|Dr. Hans'],
    ['Dr. Alb, Hans', 'Alb|Dr. Hans'],
    ['Bantle, Hans U.', 'Bantle|Hans U.'],
    ['Haas, Ida und Fred', '! Zwei Personen in einer Zeile'],
    ['Haas, Ida u. Fred', '! Zwei Personen in einer Zeile'],
    ['Haas, Ida & Fred', '! Zwei Personen in einer Zeile'],
    ['Haas, Ida/Fred', '! Zwei Personen in einer Zeile'],
    ['Familie Haas', '! Zwei Personen in einer Zeile'],
    ['Bantle', '?'],
    ['Gasthaus Krone GmbH', 'Gasthaus Krone GmbH'],
    ['Müller & Söhne KG', 'Müller & Söhne KG'],
    ['Bäckerei Haas und Sohn', 'Bäckerei Haas und Sohn'],
    ['Musikverein Moosried e.V.', 'Musikverein Moosried e.V.'],
    ['Stiftung, Ida', 'Stiftung|Ida'],
    ['Zunft, Karl', 'Zunft|Karl'],
    [', Beate', '! Der Nachname fehlt.'],
    ['', '! Der Nachname fehlt. Der Vorname fehlt.'],
    ['Beate Bantle', '?'],
    ['Jutta Schmid, geb. Bantle', '?'],
  ])(
    'The imported full name %o is split into %o (last|first|maiden name; ?: asked about; !: error)',
    (text, expected) => {
      // Both names are missing in one cell: one error says so.
      const [first = ''] = expected.split(' Der Vorname')
      expect(names(text)).toBe(text === '' ? first : expected)
    },
  )

  test.each([
    ['Beate Bantle', 'firstLast', 'Bantle|Beate'],
    ['Anna Maria Bantle', 'firstLast', 'Bantle|Anna Maria'],
    ['Hans von der Alb', 'firstLast', 'von der Alb|Hans'],
    ['Dr. Hans Alb', 'firstLast', 'Alb|Dr. Hans'],
    ['Max Kienle jun.', 'firstLast', 'Kienle|Max jun.'],
    ['Jutta Schmid, geb. Bantle', 'firstLast', 'Schmid|Jutta|Bantle'],
    ['Bantle Beate', 'lastFirst', 'Bantle|Beate'],
    ['von der Alb Hans', 'lastFirst', 'von der Alb|Hans'],
    ['Dr. Alb Hans', 'lastFirst', 'Alb|Dr. Hans'],
    ['Bantle, Beate', 'firstLast', 'Bantle|Beate'],
  ])('The imported full name %o, read in the order %s, is split into %o', (text, order, expected) =>
    expect(names(text, order)).toBe(expected),
  )

  test('If the heading of a column tells the order of names ("Vorname Name"), the user is not asked about the order', () => {
    expect(names('Beate Bantle', undefined, 'Vorname Name')).toBe('Bantle|Beate')
    expect(names('Beate Bantle', undefined, 'Vor- und Zuname')).toBe('Bantle|Beate')
    expect(names('Bantle Beate', undefined, 'Name, Vorname')).toBe('Bantle|Beate')
  })

  test.each([
    [
      { lastName: 'Alb', firstName: 'Hans von der' },
      { lastName: 'von der Alb', firstName: 'Hans' },
    ],
    [
      { lastName: 'Schmid geb. Bantle', firstName: 'Jutta' },
      { lastName: 'Schmid', maidenName: 'Bantle' },
    ],
    [{ ...ida, maidenName: 'geb. Bantle' }, { maidenName: 'Bantle' }],
    [{ ...ida, firstName: 'Dr. Ida' }, { firstName: 'Dr. Ida' }],
  ])('The names %j, which stand in separate columns, are read as %j', (cells, expected) => {
    expect(member(cells).items[0]).toMatchObject(expected)
  })

  describe('a row without a first name', () => {
    const said = (cells: Record<string, Cell>, noFirstName?: string) => {
      const choices: Record<string, string> = noFirstName ? { noFirstName } : {}
      const { items, errors, open } = member({ firstName: '', ...cells }, { choices })
      if (open.length > 0) return open.map(({ field }) => `? ${field}`).join()
      if (errors.length > 0) return errors.map(({ field, text }) => `! ${field}: ${text}`).join()
      return [items[0]?.lastName, items[0]?.firstName ?? ''].join('|')
    }

    test.each([
      'Gasthaus Krone GmbH',
      'Müller & Söhne GmbH & Co. KG',
      'Kienle und Haas GbR',
      'Förderverein Moosried e. V.',
      'Raiffeisenbank Alb eG',
      'Narrenzunft Weilenstetten',
      'GASTHAUS KRONE GMBH',
      'Fa. Bantle',
    ])(
      'The last name "%s" without a first name is recognised as an organization without a question',
      (lastName) => {
        expect(said({ lastName })).toBe(`${lastName}|`)
      },
    )

    test.each(['Bantle', 'Krone', 'Vereinsmeier', 'Agnes', 'Kgl'])(
      'For the last name %s without a first name, the user is asked whether it is a person or an organization',
      (lastName) => {
        expect(said({ lastName })).toBe('? noFirstName')
        expect(said({ lastName }, 'organization')).toBe(`${lastName}|`)
        expect(said({ lastName }, 'person')).toBe('! firstName: Der Vorname fehlt.')
        expect(said({ lastName, firstName: 'Ida' })).toBe(`${lastName}|Ida`)
      },
    )

    test('The question about missing first names can be answered with organization or person', () => {
      const { question, options } = questionText('members', 'noFirstName', '')
      expect(question).toBe('Wer ist gemeint, wo kein Vorname steht?')
      expect(options.map(({ value }) => value)).toEqual(['organization', 'person'])
    })

    test('If the file has no column for first names, the user is asked whether rows without a first name are organizations', () => {
      const sheet = { headings: ['Nachname'], columns: ['lastName'] }
      const { open } = normaliseRow('members', sheet, nothingSaid, { row: 2, cells: ['X'] }, today)
      expect(open).toEqual([{ place: 'choices', field: 'noFirstName', word: '' }])
    })

    test('A name in the column of organizations becomes the last name, unless the row has a first name; it is then left out with a note', () => {
      expect(said({ lastName: '', organization: 'Adler' })).toBe('Adler|')
      expect(said({ lastName: 'Wirt', organization: 'Adler' })).toBe('Adler|')
      const { items, notes } = member({ organization: 'Adler' })
      expect(items[0]).toMatchObject(ida)
      expect(notes).toEqual([
        { field: 'organization', text: 'Wird nicht übernommen: Hier ist ein Mensch Mitglied.' },
      ])
    })

    test('The last name "Haas und Bantle" without a first name is an error at the last name (two people) and at the missing first name', () => {
      expect(said({ lastName: 'Haas und Bantle' })).toBe(
        '! lastName: Zwei Personen in einer Zeile,! firstName: Der Vorname fehlt.',
      )
    })
  })

  test('If the user corrects a cell with two people to one name, the row is read without an error', () => {
    const sheet = { headings: ['Name'], columns: ['fullName'] }
    const cells = ['Haas, Ida und Fred']
    const corrected = { row: 2, cells, values: { fullName: 'Haas, Ida' } }
    const read = normaliseRow('members', sheet, nothingSaid, corrected, today)
    expect(read).toMatchObject({ errors: [], items: [{ firstName: 'Ida', lastName: 'Haas' }] })
    expect(fieldText(sheet, corrected, 'fullName')).toBe('Haas, Ida')
    expect(fieldText(sheet, { row: 2, cells }, 'fullName')).toBe('Haas, Ida und Fred')
  })
})

describe('the membership of a row', () => {
  test.each([
    ['akt', 'Active'],
    ['akt.', 'Active'],
    ['A', 'Active'],
    ['Aktivmitglied', 'Active'],
    ['Aktive Mitglieder', 'Active'],
    ['p', 'Passive'],
    ['PASS.', 'Passive'],
    ['passives Mitglied', 'Passive'],
    ['Förderer', 'Passive'],
    ['Fördermitglied', 'Passive'],
    ['ausg.', 'Left'],
    ['gekündigt', 'Left'],
    ['verst.', 'Died'],
    ['†', 'Died'],
  ])('The imported word %o is read as the membership state %s', (word, state) =>
    expect(value('membershipState', word)).toBe(state),
  )

  test.each(['Ehrenmitglied', 'Jugend', 'Gönner', 'X', 'inaktiv', 'Mitglied'])(
    'For the imported membership state %o, the user is asked what it means',
    (word) => {
      const { open, items } = member({ membershipState: word })
      expect(open).toEqual([{ place: 'words', field: 'membershipState', word }])
      expect(items[0]).not.toHaveProperty('membershipState')
    },
  )

  test("The user's answer about a word for a membership state applies to all its spellings, even if the word has a known meaning", () => {
    const answers = {
      words: { membershipState: { ehrenmitglied: 'Active', a: 'Passive', jugend: '' } },
    }
    const state = (word: string) => {
      const { items, open } = member({ membershipState: word }, answers)
      return [items[0]?.membershipState, open.length]
    }
    expect(state('Ehrenmitglied.')).toEqual(['Active', 0])
    expect(state('A')).toEqual(['Passive', 0])
    expect(state('Jugend')).toEqual([undefined, 0])
  })

  test.each([
    [{ membershipState: 'aktiv', dateLeft: '31.12.2020' }, 'Left', '2020-12-31'],
    [{ membershipState: 'aktiv', dateLeft: '22.11.2026' }, 'Left', '2026-11-22'],
    [{ membershipState: 'passiv', dateLeft: '23.11.2026' }, 'Passive', '2026-11-23'],
    [{ membershipState: 'ausg.', dateLeft: '31.12.2026' }, undefined, '2026-12-31'],
    [
      { membershipState: 'aktiv', dateLeft: '1.1.2020', dateDied: '3.3.2021' },
      'Died',
      '2021-03-03',
    ],
    [{ membershipState: 'verst.', dateLeft: '3.3.2021' }, 'Died', '2021-03-03'],
    [{ dateDied: '2019' }, 'Died', '2019-12-31'],
    [{ dateDied: '† 3.3.2021' }, 'Died', '2021-03-03'],
  ])(
    'The imported values %j are read as the membership state %s and the day of leaving %s',
    (cells, membershipState, dateLeft) => {
      const { errors, items } = member(cells)
      expect(errors).toEqual([])
      expect([items[0]?.membershipState, items[0]?.dateLeft]).toEqual([membershipState, dateLeft])
    },
  )

  test('An imported day of death in the future is an error', () => {
    expect(member({ dateDied: '23.11.2026' }).errors).toHaveLength(1)
  })
})

describe('numbers of cells', () => {
  test.each<[Cell, unknown]>([
    ['007', 7],
    ['M-12', 12],
    ['M12', 12],
    ['Nr. 12', 12],
    [12, 12],
    ['0', undefined],
    ['12,0', 12],
    ['42.0', 42],
    ['ca. 20', '! „ca. 20“ ist keine Mitgliedsnummer.'],
    [12.5, '! „12.5“ ist keine Mitgliedsnummer.'],
    [-3, '! „-3“ ist keine Mitgliedsnummer.'],
    ['12345678', '! Die Mitgliedsnummer ist zu groß.'],
  ])(
    'The imported member number %o is read as %o (undefined: as empty; !: error)',
    (cell, expected) => expect(value('memberNumber', cell)).toBe(expected),
  )

  test.each<[Cell, unknown]>([
    ['48', 48],
    [112, 112],
    ['0', 0],
    ['ca. 20', '! „ca. 20“ ist keine ganze Zahl.'],
    ['48,0', 48],
    [4.5, '! „4.5“ ist keine ganze Zahl.'],
    ['10000', '! Die Zahl ist zu groß.'],
  ])('The imported number of Sprünge %o is read as %o (!: error)', (cell, expected) =>
    expect(value('paradesBefore', cell)).toBe(expected),
  )
})

describe('addresses of cells', () => {
  const parts = (cells: Record<string, Cell>) => {
    const { items, errors } = member(cells)
    if (errors.length > 0) return 'error'
    const { addressStreet, addressNumber, addressPlz, addressTown } = items[0] ?? {}
    return [addressStreet, addressNumber, addressPlz, addressTown]
      .map((part) => part ?? '')
      .join('|')
  }

  test.each([
    ['Hauptstr. 12a', 'Hauptstr.|12a||'],
    ['Hauptstr. 12 a', 'Hauptstr.|12 a||'],
    ['C 4, 12', 'C 4|12||'],
    ['Platz 1-3', 'Platz|1-3||'],
    ['Weg 1/2', 'Weg|1/2||'],
    ['Straße des 17. Juni 135', 'Straße des 17. Juni|135||'],
    ['Straße des 17. Juni', 'Straße des 17. Juni|||'],
    ['Gässle 5; Hinterhaus', 'Gässle 5; Hinterhaus|||'],
    ['Am Rain', 'Am Rain|||'],
    ['12', '12|||'],
  ])('The imported street %o is split into %o (street|house number||)', (street, expected) =>
    expect(parts({ streetAndNumber: street })).toBe(expected),
  )

  test('If the file has a column for house numbers, the column of streets is not split', () => {
    expect(parts({ streetAndNumber: 'Platz 9', addressNumber: '' })).toBe('Platz 9|||')
    expect(parts({ streetAndNumber: 'Weg', addressNumber: 3 })).toBe('Weg|3||')
  })

  test.each<[Record<string, Cell>, string]>([
    [{ addressPlz: 1067, addressTown: 'Dresden' }, '||01067|Dresden'],
    [{ addressPlz: '1067', country: 'D' }, '||01067|'],
    [{ addressPlz: 'D-1067' }, '||01067|'],
    [{ addressPlz: 72336 }, '||72336|'],
    [{ addressPlz: 'D-72336' }, '||72336|'],
    [{ addressPlz: 8200, country: 'Schweiz' }, '||8200|'],
    [{ addressPlz: 8200, country: 'CH' }, '||8200|'],
    [{ addressPlz: 8200, country: 'Deutschland' }, '||08200|'],
    [{ addressPlz: 'CH-8200' }, '||CH-8200|'],
    [{ addressPlz: '723366' }, 'error'],
    [{ addressPlz: '99' }, 'error'],
    [{ addressPlz: '72336 Balingen' }, '||72336|Balingen'],
    [{ addressTown: '72336 Balingen' }, '||72336|Balingen'],
    [{ plzAndTown: '72336 Balingen' }, '||72336|Balingen'],
    [{ plzAndTown: '1067 Dresden' }, '||01067|Dresden'],
    [{ plzAndTown: 'Balingen' }, '|||Balingen'],
    [{ plzAndTown: 72336 }, '||72336|'],
    [{ wholeAddress: 'Hauptstr. 12a, 72336 Balingen' }, 'Hauptstr.|12a|72336|Balingen'],
    [{ wholeAddress: 'Hauptstr. 12a\n72336 Balingen' }, 'Hauptstr.|12a|72336|Balingen'],
    [{ wholeAddress: 'Hauptstr. 12a 72336 Bad Saulgau' }, 'Hauptstr.|12a|72336|Bad Saulgau'],
    [{ wholeAddress: 'C 4, 12, 68159 Mannheim' }, 'C 4|12|68159|Mannheim'],
    [{ wholeAddress: '72336 Balingen, Hauptstr. 12a' }, 'Hauptstr.|12a|72336|Balingen'],
    [{ wholeAddress: '72336 Balingen' }, '||72336|Balingen'],
    [{ wholeAddress: 'Weg 1, 72336 Balingen, Deutschland' }, 'Weg|1|72336|Balingen'],
    [{ wholeAddress: 'hinter der Kirche' }, 'error'],
  ])(
    'The imported address %j is read as %j (street|house number|postal code|town)',
    (cells, expected) => expect(parts(cells)).toBe(expected),
  )
})

describe('phones and mail addresses of cells', () => {
  const both = (cells: Record<string, Cell>) => {
    const { items, errors } = member(cells)
    return errors.length > 0 ? 'error' : `${items[0]?.phone ?? ''}|${items[0]?.phoneMobile ?? ''}`
  }

  test.each<[Record<string, Cell>, string]>([
    [{ phone: '07433/12345, 0171 2345678' }, '07433/12345|0171 2345678'],
    [{ phone: '0171 2345678; 07433/12345' }, '07433/12345|0171 2345678'],
    [{ phone: '07433 12345 / 0171 2345678' }, '07433 12345|0171 2345678'],
    [{ phone: '07433 12345 u. 0171 2345678' }, '07433 12345|0171 2345678'],
    [{ phone: '07433 12345\n0171 2345678' }, '07433 12345|0171 2345678'],
    [{ phone: '07433 12345, 0171 2345678', phoneMobile: '' }, '07433 12345|0171 2345678'],
    [{ phone: '07433 12345, 07433 99999' }, '07433 12345, 07433 99999|'],
    [{ phone: '07428 / 99' }, '07428 / 99|'],
    [{ phone: '07433/12345' }, '07433/12345|'],
    [{ phone: '07433 12345, 07433 5, 0171 2345678' }, '07433 12345, 07433 5, 0171 2345678|'],
    [{ phone: '0171-9876543' }, '|0171-9876543'],
    [{ phone: '+49 (0)171 9876543' }, '|+49 (0)171 9876543'],
    [{ phone: '+49 171 9876543' }, '|+49 171 9876543'],
    [{ phone: '0171-9876543', phoneMobile: '' }, '0171-9876543|'],
    [{ phone: '0171 1', phoneMobile: '0172 2' }, '0171 1|0172 2'],
    [{ phone: 1711234567 }, '|01711234567'],
    [{ phone: 743312345 }, '0743312345|'],
    [{ phone: 491711234567 }, '|+491711234567'],
    [{ phone: 7433.12345 }, 'error'],
    [{ phone: `0${'1'.repeat(50)}` }, 'error'],
  ])('The imported telephone numbers %j are read as %j (landline|mobile)', (cells, expected) =>
    expect(both(cells)).toBe(expected),
  )

  test.each<[string, unknown, string | undefined]>([
    ['ute@example.de', 'ute@example.de', undefined],
    ['mailto:ute@example.de', 'ute@example.de', undefined],
    ['ute@example.de;ute2@example.de', 'ute@example.de', 'Weitere E-Mail: ute2@example.de'],
    ['ute@example.de / ute2@example.de', 'ute@example.de', 'Weitere E-Mail: ute2@example.de'],
    ['ute@example.de und ute2@example.de', 'ute@example.de', 'Weitere E-Mail: ute2@example.de'],
    ['a@b.de, c@d.de, e@f.de', 'a@b.de', 'Weitere E-Mail: c@d.de, e@f.de'],
    ['eva(at)example.de', '! Das ist keine gültige E-Mail Adresse.', undefined],
    ['ute@example.de; keine', '! Das ist keine gültige E-Mail Adresse.', undefined],
  ])(
    'The imported e-mail cell %o is read as the address %o and the comment %o',
    (text, eMail, comment) => {
      expect(value('eMail', text)).toBe(eMail)
      expect(member({ eMail: text }).items[0]?.comment).toBe(comment)
    },
  )
})

describe('direct debits of cells', () => {
  const iban = 'DE70642500400001007919'
  const errors = (cells: Record<string, Cell>, answers: Partial<Answers> = {}) =>
    member(cells, answers).errors.map(({ field }) => field)

  test.each<[Cell, boolean]>([
    ['ja', true],
    ['J', true],
    ['x', true],
    [1, true],
    ['1', true],
    [true, true],
    ['s', true],
    ['Lastschrift', true],
    ['SEPA-Lastschrift', true],
    ['Basislastschrift', true],
    ['nein', false],
    ['n', false],
    [0, false],
    [false, false],
    ['b', false],
    ['r', false],
    ['bar', false],
    ['Rechnung', false],
    ['Überweisung', false],
  ])('The imported word %o about direct debits is read as %o', (cell, allowed) => {
    const { items, open } = member({ bankingSepaAllowed: cell })
    expect([items[0]?.bankingSepaAllowed, open.filter(({ place }) => place === 'words')]).toEqual([
      allowed,
      [],
    ])
  })

  test.each(['vielleicht', 'keine Lastschrift', 'PayPal'])(
    'For the imported word %o about direct debits, the user is asked what it means',
    (word) => {
      expect(member({ bankingSepaAllowed: word }).open).toMatchObject([{ word }])
    },
  )

  test('An imported mandate without a valid date or a valid IBAN is an error of the field that is missing or wrong', () => {
    const cells = { bankingSepaAllowed: 'ja' }
    expect(errors({ ...cells, bankingIban: iban, bankingSepaAllowedDate: '1.2.2014' })).toEqual([])
    expect(errors({ ...cells, bankingIban: iban })).toEqual(['bankingSepaAllowedDate'])
    expect(errors({ ...cells, bankingSepaAllowedDate: '1.2.2014' })).toEqual(['bankingIban'])
    expect(member(cells).errors).toMatchObject([{ unlessStored: true }, { unlessStored: true }])
    expect(errors({ ...cells, bankingIban: 'DE1', bankingSepaAllowedDate: '1.2.2014' })).toEqual([
      'bankingIban',
    ])
    expect(errors({ ...cells, bankingIban: iban, bankingSepaAllowedDate: '23.11.2026' })).toEqual([
      'bankingSepaAllowedDate',
    ])
  })

  test('The date that the user gave for the whole column becomes the date of the mandate in each row with a mandate but without a date', () => {
    const answers = { empty: { bankingSepaAllowedDate: '1.2.2014' } }
    const day = (cells: Record<string, Cell>) =>
      member({ bankingIban: iban, ...cells }, answers).items[0]?.bankingSepaAllowedDate
    expect(day({ bankingSepaAllowed: 'ja' })).toBe('2014-02-01')
    expect(day({ bankingSepaAllowed: 'ja', bankingSepaAllowedDate: '3.3.2015' })).toBe('2015-03-03')
    expect(day({ bankingSepaAllowed: 'nein' })).toBeUndefined()
    expect(day({})).toBeUndefined()
  })

  test('IBAN and BIC are read with blanks, a label or in lower case; an invalid IBAN, BIC or mandate reference is an error', () => {
    expect(value('bankingIban', 'DE70 6425 0040 0001 0079 19')).toBe(iban)
    expect(value('bankingIban', 'IBAN: de70 6425 0040 0001 0079 19')).toBe(iban)
    expect(value('bankingIban', 'DE00123456780000000000')).toMatch(/^! /)
    expect(value('bankingBic', 'solades1bal')).toBe('SOLADES1BAL')
    expect(value('bankingBic', 'SOLA')).toMatch(/^! /)
    expect(value('mandateReference', '101-1')).toBe('101-1')
    expect(value('mandateReference', 'Straße')).toMatch(/^! /)
  })
})

describe('honors of cells', () => {
  const honor = (word: string, named: Partial<Record<HonorType, string>> = {}) => {
    const honors = builtInHonors.map((one) => ({ ...one, label: named[one.code] ?? one.label }))
    const sheet = { headings: [], columns: ['fullName', 'honor', 'date'] }
    const cells = ['Haas, Ida', word, '11.11.2010']
    const { items, open } = normaliseRow('honors', sheet, nothingSaid, { row: 2, cells }, today, {
      honors,
    })
    const [question] = open
    if (!question) return items[0]?.type
    const { options } = questionText('honors', question.field, question.word, { honors })
    const [first, ...types] = options.map(({ value }) => value)
    expect(first).toBe('new')
    return types
  }

  test.each([
    ['Sprungorden 25', 'Parades_25'],
    ['Sprungorden 25 Sprünge', 'Parades_25'],
    ['100 Umzüge', 'Parades_100'],
    ['50er Sprungorden', 'Parades_50'],
    ['25 Jahre Mitgliedschaft', 'Member_for_25_Years'],
    ['40 Jahre Mitglied', 'Member_for_40_Years'],
    ['50-jährige Mitgliedschaft', 'Member_for_50_Years'],
    ['Sonderurkunde', 'Extra_Certificate'],
    ['Ehrenkassiererin', 'Honorary_Cashier'],
    ['Ehrenpräsidentin', 'Ehrenpraesident'],
    ['Ehrenelferrat', 'Ehrenelferrat'],
    ['Ehrennarr 20', 'Ehrennarr_20'],
    ['Urkunde 10 Jahre VA', 'Certificate_10_Years_va'],
    ['Urkunde 30 Jahre', 'Certificate_30_Years'],
    ['Parades_50', 'Parades_50'],
  ])('The imported honor %o is recognised as %s', (word, type) => expect(honor(word)).toBe(type))

  test.each([
    ['Ehrenmitglied', ['Honorary_Member_Extra', 'Honorary_Member_25']],
    ['Ehrennarr', ['Ehrennarr_20', 'Ehrennarr_30']],
    ['Urkunde 10 Jahre', ['Certificate_10_Years_va', 'Certificate_10_Years_av']],
  ])('For the ambiguous imported honor %o, the question offers %o', (word, types) =>
    expect(honor(word)).toEqual(types),
  )

  test('The question about an unknown imported honor offers every honor', () =>
    expect(honor('Goldene Schelle')).toHaveLength(28))

  test("An imported honor is recognised by the guild's own name for this honor", () => {
    expect(honor('Goldene Schelle', { Parades_50: 'Goldene Schelle' })).toBe('Parades_50')
  })

  test('In a file with a column for each honor, a cell is read as the day of the honor, and a cross is an error', () => {
    const { items, errors, notes } = row('honors', {
      memberNumber: 7,
      'honor:Parades_25': '11.11.1999',
      'honor:Parades_50': 2004,
      'honor:Parades_100': '',
      'honor:Ehrenelferrat': 'x',
    })
    const person = { memberNumber: 7 }
    expect(items).toEqual([
      { person, type: 'Parades_25', date: '1999-11-11' },
      { person, type: 'Parades_50', date: '2004-01-01' },
    ])
    expect(errors).toEqual([{ field: 'honor:Ehrenelferrat', text: '„x“ ist kein Tag.' }])
    expect(notes).toHaveLength(1)
  })
})

describe('offices of cells', () => {
  test.each([
    ['Elferrätin', 'Elferratsmitglied'],
    ['Elferratsmitglied', 'Elferratsmitglied'],
    ['Kassenprüferin', 'Kassenpruefer'],
    ['Schriftführerin', 'Schriftfuehrer'],
    ['1. Präsidentin', '_1_Praesident'],
    ['Zunftraumverwalterin', 'Zunftraumverwalter'],
    ['Kleiderchef', 'Kleiderchef'],
    ['Gardeleiterin', 'Gardeleiter'],
    ['_2_Praesident', '_2_Praesident'],
  ])('The imported office %o is recognised as %s', (duty, expected) => {
    const { items, open } = row('duties', { fullName: 'Haas, Ida', duty, from: '1.1.2000' })
    expect([items[0]?.duty, open]).toEqual([expected, []])
  })

  test.each(['Präsident', 'Beisitzer', 'Hästräger'])(
    'For the imported office %o, the user is asked what it means',
    (duty) => {
      const { open } = row('duties', { fullName: 'Haas, Ida', duty, from: '1.1.2000' })
      expect(open).toEqual([{ place: 'words', field: 'duty', word: duty }])
    },
  )
})

describe('costumes of cells', () => {
  const costume = (cells: Record<string, Cell>, answers: Partial<Answers> = {}) =>
    row('costumes', { costumeType: 'Hexe', number: 'H 12', ...cells }, answers)

  test.each(['Vereinshäs', 'Zunfthäs', 'Verein', '', '-'])(
    'The imported costume owner %o is read as the guild',
    (fullName) => {
      expect(costume({ fullName, ownedFrom: '1.1.2000' }).items).toEqual([
        { costumeType: 'Hexe', number: 'H 12', owner: null },
      ])
    },
  )

  test('For an imported costume, a span in the column "from" (1979-2005) and a numeric cell as its number are read', () => {
    const { items } = costume({ number: 12, memberNumber: 7, ownedFrom: '1979-2005' })
    expect(items[0]).toMatchObject({ number: '12', ownedFrom: '1979-01-01', ownedTo: '2005-12-31' })
  })

  test('An imported costume without a type leads to a question, and the answer becomes its type', () => {
    expect(costume({ costumeType: '' }).open).toEqual([
      { place: 'empty', field: 'costumeType', word: '' },
    ])
    const { items } = costume({ costumeType: '' }, { empty: { costumeType: 'Narro' } })
    expect(items[0]?.costumeType).toBe('Narro')
  })

  test.each<[Record<string, Cell>, string]>([
    [{ number: '' }, 'number'],
    [{ number: 'H'.repeat(21) }, 'number'],
    [{ memberNumber: 7, ownedFrom: '23.11.2026' }, 'ownedFrom'],
    [{ memberNumber: 7, ownedFrom: '1.1.2000', ownedTo: '1.1.1999' }, 'ownedTo'],
    [{ memberNumber: 7, ownedFrom: '1.1.2000', ownedTo: '1.1.2000' }, 'ownedTo'],
    [{ registeredSince: '1.1.2000', registeredUntil: '1.1.1999' }, 'registeredUntil'],
  ])('The imported costume %j is rejected at the field %s', (cells, field) => {
    expect(costume(cells).errors.map((error) => error.field)).toEqual([field])
  })
})

describe('parades of cells', () => {
  const parade = (cells: Record<string, Cell>) =>
    row('parades', { date: '19.01.2025', title: 'Umzug', host: 'NZ Weilen', ...cells })

  test.each<[Cell, number | undefined | 'error']>([
    ['3,50 €', 350],
    ['3.50', 350],
    ['EUR 3,50', 350],
    ['3,5', 350],
    [3.5, 350],
    [0.1, 10],
    [4.35, 435],
    ['4,--', 400],
    ['4,-', 400],
    ['4,- €', 400],
    ['4,– €', 400],
    ['2', 200],
    ['0', 0],
    ['frei', 0],
    ['', undefined],
    ['-', undefined],
    ['-3', 'error'],
    [-3, 'error'],
    [3.505, 'error'],
    ['3,505', 'error'],
    ['viel', 'error'],
    ['1.000,01', 'error'],
    ['1.000,00', 100_000],
  ])(
    'The imported price %o of a parade is read as %o cents (undefined: as empty)',
    (cell, expected) => {
      const { items, errors } = parade({ priceForAdultsInCent: cell })
      expect(errors.length > 0 ? 'error' : items[0]?.priceForAdultsInCent).toBe(expected)
    },
  )

  test.each<[Cell, string | undefined]>([
    ['20:00', '20:00'],
    ['20.00 Uhr', '20:00'],
    ['20 Uhr', '20:00'],
    ['20:00:00', '20:00'],
    [20, '20:00'],
    [20 / 24, '20:00'],
    [0.8229166667, '19:45'],
    ['-', undefined],
    ['abends', '! „abends“ ist keine Uhrzeit wie 20:00.'],
    ['24:00', '! „24:00“ ist keine Uhrzeit wie 20:00.'],
    ['25:00', '! „25:00“ ist keine Uhrzeit wie 20:00.'],
    [{ day: '2026-10-20' }, '! Hier hat die Tabelle ein Datum (20.10.2026). Stand da 20:10?'],
  ])('The imported time %o of a parade is read as %s', (cell, expected) => {
    const { items, errors } = parade({ timeStart: cell })
    expect(errors[0] ? `! ${errors[0].text}` : items[0]?.timeStart).toBe(expected)
  })

  test('The end of an imported enrolment may be 24:00', () => {
    expect(parade({ timeEnrolmentEnd: '24:00' }).items[0]?.timeEnrolmentEnd).toBe('24:00')
  })

  test('A time written after an imported day of the enrolment is read as its time, unless the column for this time has another', () => {
    const cells = { date: '17.01.2027 14:00', dateEnrolmentEnd: '10.01.2027 00:00' }
    const start = { dateEnrolmentStart: '27.11.2026, 20:00 Uhr' }
    const [first] = parade({ ...cells, ...start }).items
    expect(first).toMatchObject({
      timeStart: '14:00',
      dateEnrolmentStart: '2026-11-27',
      timeEnrolmentStart: '20:00',
    })
    expect(first).not.toHaveProperty('timeEnrolmentEnd')
    const [second] = parade({ ...cells, ...start, timeEnrolmentStart: '18:00' }).items
    expect(second?.timeEnrolmentStart).toBe('18:00')
  })

  test('Imported departures without a time or a place are an error that shows how to write them', () => {
    const { items, errors } = parade({ departures: '12:15 Uhr Schulhof\n12:25 Rathaus' })
    expect([errors, items[0]?.departures]).toEqual([
      [],
      [
        { time: '12:15', place: 'Schulhof' },
        { time: '12:25', place: 'Rathaus' },
      ],
    ])
    expect(parade({ departures: 'am Schulhof' }).errors).toEqual([
      {
        field: 'departures',
        text: 'Schreib zu jeder Abfahrt Uhrzeit und Ort, etwa: 12:15 Uhr Schulhof, 12:25 Uhr Rathaus',
      },
    ])
  })

  test('An imported parade is an error without a day, and a coming parade also without enrolment days or with these in the wrong order', () => {
    const errors = (cells: Record<string, Cell>) => parade(cells).errors.map(({ field }) => field)
    expect(errors({})).toEqual([])
    expect(errors({ date: '' })).toEqual(['date'])
    expect(errors({ date: '17.01.2027' })).toEqual(['dateEnrolmentStart', 'dateEnrolmentEnd'])
    const window = { dateEnrolmentStart: '1.12.26', dateEnrolmentEnd: '10.01.27' }
    expect(errors({ date: '17.1.27', ...window })).toEqual([])
    expect(errors({ date: '09.01.2027', ...window })).toEqual(['dateEnrolmentEnd'])
    expect(errors({ date: '17.01.2027', ...window, dateEnrolmentEnd: '30.11.2026' })).toEqual([
      'dateEnrolmentEnd',
    ])
  })

  test('The day of an imported parade with a two-digit year may be in the future (17.1.27 is 2027)', () => {
    expect(parade({ date: '17.1.27' }).items[0]?.date).toBe('2027-01-17')
  })
})

describe('participations of cells', () => {
  test('In the column of a parade, a cross is read as a participation, and another letter (b) leads to a question', () => {
    const crosses = {
      memberNumber: 7,
      'parade:2025-01-19': 'x',
      'parade:01-25': '✓',
      'parade:2025-03-02': 'b',
    }
    const { items, open } = row('participations', crosses)
    expect(items).toEqual([
      { person: { memberNumber: 7 }, parade: { date: '2025-01-19', column: 1 } },
      { person: { memberNumber: 7 }, parade: { monthDay: '01-25', column: 2 } },
    ])
    expect(open).toEqual([{ place: 'words', field: 'cross', word: 'b' }])
    const answered = row('participations', crosses, { words: { cross: { b: 'nein' } } })
    expect([answered.items.length, answered.open]).toEqual([2, []])
  })

  test('A row with person, day, costume, "confirmed" and "paid" is read as a participation', () => {
    const cells = {
      fullName: 'Haas, Ida',
      date: '19.1.2025',
      costumeNumber: 'H 12',
      confirmed: 'ja',
      paid: 'nein',
    }
    expect(row('participations', cells, { empty: { costumeType: 'Hexe' } }).items).toEqual([
      {
        person: { lastName: 'Haas', firstName: 'Ida' },
        parade: { date: '2025-01-19' },
        costumeType: 'Hexe',
        costumeNumber: 'H 12',
        confirmed: true,
        paid: false,
      },
    ])
  })

  test('An imported participation without a person is an error', () => {
    expect(row('participations', { fullName: '', date: '19.1.2025' }).errors).toMatchObject([
      { field: 'fullName' },
    ])
  })
})

// ── For whatever stands in a sheet ───────────────────────────────────────────────────────────────

const pieces = fc.constantFrom(
  ...[
    'Bantle, Beate',
    'geb. Alb',
    ' von der ',
    'Dr. ',
    'und',
    ',',
    ';',
    '/',
    '-',
    '.',
    ' ',
    '\n',
    "'",
    '=',
    '+',
  ],
  ...[
    '0171',
    '07433 12345',
    '1985',
    '31.12.2020',
    '1.2.58',
    '72336 ',
    'Weg 5',
    'a@b.de',
    '#NV',
    '?',
    '€',
    '4,--',
  ],
  ...[
    'ja',
    'x',
    'Sprungorden 25',
    'Kassierin',
    'Ehrenmitglied',
    '\u00a0',
    'ä',
    'DE70642500400001007919',
    '†',
  ],
)
const dirtyText = fc.oneof(
  fc.array(pieces, { maxLength: 6 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 250 }),
)
const dirtyCell: fc.Arbitrary<Cell> = fc.oneof(
  { weight: 6, arbitrary: dirtyText },
  fc.constant(null),
  fc.boolean(),
  fc.integer({ min: -10, max: 80_000 }),
  fc.double(),
  fc
    .date({ min: new Date('1890-01-01'), max: new Date('2110-01-01'), noInvalidDate: true })
    .map((date) => ({
      day: date.toISOString().slice(0, 10),
    })),
)
const words = fc.dictionary(
  fc.constantFrom('membershipState', 'honor', 'duty', 'cross', '__proto__'),
  fc.dictionary(dirtyText, dirtyText, { maxKeys: 3 }),
)
const dirtyAnswers: fc.Arbitrary<Answers> = fc.record({
  words,
  empty: fc.dictionary(
    fc.constantFrom(
      'bankingSepaAllowedDate',
      'costumeType',
      'date',
      'paradesBeforeUntil',
      'comment',
    ),
    dirtyText,
  ),
  choices: fc.constantFrom<Answers['choices']>(
    {},
    { nameOrder: 'firstLast' },
    { nameOrder: 'lastFirst' },
    { nameOrder: 'x' },
  ),
})

function dirtyRow(kind: SheetKind) {
  const targets = importFields[kind].map(({ field }) => field)
  const special = [
    'honor:Parades_25',
    'honor:x',
    'parade:2025-01-19',
    'parade:01-19',
    'nameOrLastName',
    'unknown',
  ]
  const columns = fc.array(fc.option(fc.constantFrom(...targets, ...special)), { maxLength: 14 })
  const values = fc.option(fc.dictionary(fc.constantFrom(...targets), dirtyText, { maxKeys: 3 }))
  return fc.record({
    columns,
    cells: fc.array(dirtyCell, { maxLength: 16 }),
    values,
    answers: dirtyAnswers,
  })
}

test('Cells of thousands of characters are rejected, with errors of less than 200 characters', () => {
  const long = ['1 ', '0-', 'a, ', 'geb. ', '07433/', 'von '].map((part) => part.repeat(3_000))
  for (const cell of long) {
    const cells = Object.fromEntries(importFields.members.map(({ field }) => [field, cell]))
    const { errors } = row('members', cells)
    expect(errors.length).toBeGreaterThan(5)
    for (const { text } of errors) expect(text.length).toBeLessThan(200)
  }
})

test.each(sheetKinds)(
  'Random rows of a file of %s cause no exception, and each of their errors, notes and questions has a text',
  (kind) => {
    fc.assert(
      fc.property(dirtyRow(kind), ({ columns, cells, values, answers }) => {
        const sheet = { headings: columns.map(String), columns }
        const read = normaliseRow(kind, sheet, answers, { row: 2, cells, values }, today)
        for (const { text } of [...read.errors, ...read.notes]) expect(text).not.toBe('')
        for (const { field, word } of read.open) {
          expect(questionText(kind, field, word).question).not.toBe('')
        }
      }),
      { seed: 16, numRuns: 400 },
    )
  },
)

/** Every field in a column of its own, as people would have written it. */
function written(values: MemberValues): Record<string, Cell> {
  return Object.fromEntries(
    Object.entries({
      ...values,
      addressNumber: values.addressNumber ?? '',
      phoneMobile: values.phoneMobile ?? '',
    }).map(([name, said]) => {
      const field = name === 'addressStreet' ? 'streetAndNumber' : name
      if (name === 'membershipState')
        return [field, membershipStateLabels[said as MemberFields['membershipState']]]
      if (typeof said === 'string' && /^(date|birthday|.*(Date|Until)$)/.test(name))
        return [field, germanDate(said)]
      return [field, said as Cell]
    }),
  )
}

test('A member read from a random row is read the same again when written out, and the contract of the API accepts it', () => {
  fc.assert(
    fc.property(dirtyRow('members'), ({ columns, cells, values, answers }) => {
      const sheet = {
        headings: columns.map(String),
        columns: ['lastName', 'firstName', ...columns],
      }
      const all = ['Haas', 'Ida', ...cells]
      const first = normaliseRow('members', sheet, answers, { row: 2, cells: all, values }, today)
      const [said] = first.items
      if (!said || first.errors.length > 0 || first.open.length > 0) return
      const isForeign = said.addressPlz !== undefined && !/^\d{5}$/.test(said.addressPlz)
      const again = row(
        'members',
        { ...written(said), ...(isForeign && { country: 'Schweiz' }) },
        {},
        Object.keys(written(said)).map((name) => (name === 'comment' ? 'Bemerkung' : name)),
      )
      expect(again.errors).toEqual([])
      expect(again.items).toEqual([said])
      const body = newMemberBody.safeParse(said)
      expect(body.error?.issues).toBeUndefined()
      const { paradesBefore, paradesBeforeUntil } = said
      if (paradesBefore === undefined && paradesBeforeUntil === undefined) {
        expect(memberProblems({ ...emptyMember, ...said }, today)).toEqual({})
      }
    }),
    { seed: 16, numRuns: 3000 },
  )
})

test('The contract of the API accepts every parade that is read from a random row without an error', () => {
  fc.assert(
    fc.property(dirtyRow('parades'), ({ columns, cells, answers }) => {
      const sheet = {
        headings: columns.map(String),
        columns: ['date', 'title', 'host', ...columns],
      }
      const all = ['19.01.2025', 'Umzug', 'NZ Weilen', ...cells]
      const { items, errors, open } = normaliseRow(
        'parades',
        sheet,
        answers,
        { row: 2, cells: all },
        today,
      )
      if (errors.length > 0 || open.length > 0) return
      expect(newParadeBody.safeParse(items[0]).error?.issues).toBeUndefined()
    }),
    { seed: 16, numRuns: 1000 },
  )
})

const valuesThatPass = <Kind extends SheetKind>(
  kind: Kind,
  required: Record<string, Cell>,
  judge: (item: ReturnType<typeof row<Kind>>['items'][number]) => void,
) =>
  fc.assert(
    fc.property(dirtyRow(kind), ({ columns, cells, answers, values }) => {
      const sheet = { headings: [], columns: [...Object.keys(required), ...columns] }
      const all = { row: 2, cells: [...Object.values(required), ...cells], values }
      const { items, errors, open } = normaliseRow(kind, sheet, answers, all, today)
      if (errors.length > 0 || open.length > 0) return
      for (const item of items) judge(item)
    }),
    { seed: 16, numRuns: 1000 },
  )

test('The contract of the API accepts every honor, office and costume that is read from a random row without an error', () => {
  valuesThatPass(
    'honors',
    { memberNumber: 7, honor: 'Ehrenelferrat', date: '1.1.2000' },
    (item) => {
      const { person: _, ...honor } = item
      expect(newHonorBody.safeParse(honor).error?.issues).toBeUndefined()
    },
  )
  valuesThatPass('duties', { memberNumber: 7, duty: 'Kassier', from: '1.1.2000' }, (item) => {
    const { person: _, ...duty } = item
    expect(newDutyBody.safeParse(duty).error?.issues).toBeUndefined()
    expect(duty.to === undefined || (duty.from ?? '') <= duty.to).toBe(true)
  })
  valuesThatPass('costumes', { costumeType: 'Hexe', number: 'H 12' }, (item) => {
    const { costumeType, owner: _, ownedFrom: _f, ownedTo: _t, ...costume } = item
    expect(newCostumeTypeBody.safeParse({ name: costumeType }).error?.issues).toBeUndefined()
    expect(newCostumeBody.safeParse(costume).error?.issues).toBeUndefined()
    expect(isBlank(costume.number ?? '')).toBe(false)
  })
})
