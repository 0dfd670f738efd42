import { describe, expect, test } from 'vitest'
import { type Asked, planned, stored } from '#tests/support/planned-import.ts'
import { addDays } from '#worker/domain/dates.ts'
import type { MemberFields } from '#worker/domain/member.ts'

type Guild = ReturnType<typeof stored>[]

const plan = (sheet: string, members: Guild = [], asked: Asked = {}) =>
  planned('members', sheet, { members, timespans: [], exits: [] }, asked)

const verdicts = (...of: Parameters<typeof plan>) =>
  plan(...of).preview.rows.map(({ verdict }) => verdict)

const first = (...of: Parameters<typeof plan>) => {
  const [row] = plan(...of).preview.rows
  if (!row) throw new Error('There is a row')
  return row
}

const eva = stored(5, {
  memberNumber: 12,
  firstName: 'Eva',
  lastName: 'Rist',
  maidenName: 'Vochezer',
  birthday: '1990-06-04',
})
const rist = (...given: Partial<MemberFields>[]) =>
  given.map((fields, index) =>
    stored(index + 1, { firstName: 'Eva', lastName: 'Rist', birthday: '1990-06-04', ...fields }),
  )

const head = 'Mitgliedsnummer;Nachname;Vorname;Geburtstag'

describe('the member of a row', () => {
  test.each([
    ['number and both names', '12;Rist;Eva;04.06.1990', 'same'],
    ['number and first name, another last name', '12;Maier;Eva;', 'changes'],
    ['number and last name, another first name', '12;Rist;Evi;', 'changes'],
    ['number and the maiden name', '12;Vochezer;Evamaria;', 'changes'],
    ['number and a name in another spelling', '12;RIST;EVA;', 'changes'],
    ['number and both names, another birthday', '12;Rist;Eva;05.06.1990', 'changes'],
    ['number and other names', '12;Maier;Paul;', 'error'],
    [
      'number and last name, another first name and birthday',
      '12;Rist;Otto;01.01.1960',
      'duplicate',
    ],
    ['name and birthday', ';Rist;Eva;04.06.1990', 'same'],
    ['maiden name and birthday', ';Vochezer;Eva;04.06.1990', 'changes'],
    ['name and birthday, an unused number', '77;Rist;Eva;04.06.1990', 'changes'],
    ['the same name and another birthday', ';Rist;Eva;05.06.1990', 'new'],
    ['the same name without a birthday', ';Rist;Eva;', 'duplicate'],
    ['the same birthday and a typing error', ';Rist;Ewa;04.06.1990', 'duplicate'],
    ['the same birthday and a double name', ';Rist-Maier;Eva;04.06.1990', 'duplicate'],
    ['the same birthday, another last name', ';Maier;Eva;04.06.1990', 'duplicate'],
    ['the same birthday and other names', ';Maier;Paul;04.06.1990', 'new'],
    ['other names', ';Maier;Paul;', 'new'],
  ])(
    'For the stored member Eva Rist (number 12), an imported row with %s has the verdict "$2"',
    (_, row, verdict) => {
      expect(verdicts(`${head}\n${row}`, [eva])).toEqual([verdict])
    },
  )

  test('If the number of an imported row is that of one member and its name that of another, the row is a possible duplicate of both', () => {
    const karl = stored(6, { memberNumber: 13, firstName: 'Karl', lastName: 'Rist' })
    const row = first(`${head}\n12;Rist;Karl;`, [eva, karl])
    expect(row.verdict).toBe('duplicate')
    expect(row.candidates.map(({ memberId }) => memberId)).toEqual([6, 5])
  })

  test('An imported row is matched by the member number first and then by name, unless the user chose to match by name only', () => {
    const sheet = `${head}\n12;Rist;Evi;04.06.1990`
    expect(verdicts(sheet, [eva])).toEqual(['changes'])
    const byName = { answers: { choices: { matchBy: 'name' } } }
    expect(verdicts(sheet, [eva], byName)).toEqual(['duplicate'])
  })

  test('If two members have the name and birthday of an imported row, the row is a possible duplicate of both', () => {
    const row = first(`${head}\n;Rist;Eva;04.06.1990`, rist({}, {}))
    expect(row.verdict).toBe('duplicate')
    expect(row.candidates).toHaveLength(2)
  })

  test('An imported row is never matched to an anonymised member', () => {
    const gone = { ...eva, anonymisedAt: '2026-01-01T00:00:00.000Z' }
    expect(verdicts(`${head}\n;Rist;Eva;04.06.1990`, [gone])).toEqual(['new'])
  })
})

describe('rows without a first name', () => {
  const organization = { answers: { choices: { noFirstName: 'organization' } } }
  const person = { answers: { choices: { noFirstName: 'person' } } }
  const krone = stored(7, { memberNumber: 14, firstName: '', lastName: 'Gasthaus Krone' })

  test('Rows without a first name are errors until the user answers one question for the whole file: they are organizations', () => {
    const { preview } = plan(`${head}\n;Adler;;\n;Löwen;;\n;Haas;Ida;`)
    expect(preview.rows.map(({ verdict }) => verdict)).toEqual(['error', 'error', 'new'])
    expect(preview.questions.map(({ field }) => field)).toEqual(['noFirstName'])
    expect(verdicts(`${head}\n;Adler;;`, [], organization)).toEqual(['new'])
    expect(verdicts(`${head}\n;Adler;;`, [], person)).toEqual(['error'])
  })

  test.each([
    ['with number and name of an organization', '14;Gasthaus Krone;;', [krone], 'same'],
    ['with only the name of an organization', ';Gasthaus Krone;;', [krone], 'duplicate'],
    ['with number and last name of a person', '12;Rist;;', [eva], 'same'],
    ['with the number of an organization of another name', '14;Adler;;', [krone], 'error'],
    ['with only the last name of a person', ';Rist;;', [eva], 'new'],
  ])(
    'If rows without a first name are organizations, such a row %s has the verdict "$3"',
    (_what, row, members, verdict) => {
      expect(verdicts(`${head}\n${row}`, members, organization)).toEqual([verdict])
    },
  )

  test('An imported row without a first name is accepted if it is matched to a member who has a first name', () => {
    expect(verdicts(`${head}\n12;Rist;;`, [eva], person)).toEqual(['same'])
  })
})

describe('the decisions about a row', () => {
  const doubtful = `${head}\n;Rist;Eva;`

  test('A row for which the user chose “Dasselbe” is matched to the member, and its empty cells delete no stored value', () => {
    const choices = { 2: { decision: 'same', memberId: 5 } } as const
    const { plan: written, preview } = plan(doubtful, [eva], { choices })
    expect(preview.rows[0]?.verdict).toBe('same')
    expect(written).toEqual({ insertions: [], updates: [] })
  })

  test('A row for which the user chose “Neu” creates a member', () => {
    const { plan: written } = plan(doubtful, [eva], { choices: { 2: { decision: 'new' } } })
    expect(written.insertions.map(({ table }) => table)).toEqual(['members'])
    expect(written.updates).toEqual([])
  })

  test('A row for which the user chose “Überspringen” is left out, even if it has errors', () => {
    const choices = { 2: { decision: 'skip' } } as const
    const bad = plan(`${head}\n12;;;31.02.1980`, [eva], { choices })
    expect(bad.preview.counts).toMatchObject({ skipped: 1, error: 0 })
    expect(bad.plan).toEqual({ insertions: [], updates: [] })
  })

  test('A row for which the user chose “Neu” is an error if a stored member has its member number', () => {
    const row = first(`${head}\n12;Maier;Paul;`, [eva], { choices: { 2: { decision: 'new' } } })
    expect(row.verdict).toBe('error')
    expect(row.reasons[0]?.field).toBe('memberNumber')
  })

  test('A row for which the user chose “Dasselbe” is an error if the member has been deleted since', () => {
    const choices = { 2: { decision: 'same', memberId: 99 } } as const
    expect(first(doubtful, [eva], { choices }).reasons[0]?.text).toBe(
      'Dieses Mitglied gibt es nicht mehr.',
    )
  })

  test("The user's correction of an invalid cell replaces the value of the file", () => {
    const sheet = `${head}\n13;Maier;Paul;31.02.1980`
    expect(verdicts(sheet)).toEqual(['error'])
    const choices = { 2: { values: { birthday: '28.02.1980' } } }
    const row = first(sheet, [], { choices })
    expect(row.verdict).toBe('new')
    expect(row.cells).toContainEqual({
      field: 'birthday',
      label: 'Geburtstag',
      text: '28.02.1980',
      corrected: true,
    })
  })
})

describe('rows of one file', () => {
  test.each([
    ['two first names with one number', '1;Haas;Eva;01.01.1980\n1;Haas;Otto;', ['new', 'error']],
    [
      'two first names with one number and an invalid birthday',
      '1;Haas;Eva;x\n1;Haas;Otto;',
      ['error', 'error'],
    ],
    ['the same name and birthday', ';Haas;Eva;01.01.1980\n;Haas;Eva;01.01.1980', ['new', 'same']],
    [
      'the same name, once without a birthday',
      ';Haas;Eva;01.01.1980\n;Haas;Eva;',
      ['new', 'duplicate'],
    ],
    [
      'the same name and birthday with two numbers',
      '1;Haas;Eva;01.01.1980\n2;Haas;Eva;01.01.1980',
      ['new', 'new'],
    ],
    [
      'the same name with two birthdays',
      ';Haas;Eva;01.01.1980\n;Haas;Eva;01.01.1981',
      ['new', 'new'],
    ],
    [
      'two first names with one birthday',
      ';Haas;Eva;01.01.1980\n;Haas;Lena;01.01.1980',
      ['new', 'new'],
    ],
    [
      'two last names, as after a marriage',
      ';Haas;Eva;01.01.1980\n;Lang;Eva;01.01.1980',
      ['new', 'duplicate'],
    ],
  ])('Two rows of one file with %s have the verdicts $2', (_, rows, expected) => {
    expect(verdicts(`${head}\n${rows}`)).toEqual(expected)
  })

  test('If a row is a possible duplicate of an earlier row of the file, the preview offers the earlier row as its candidate', () => {
    const [, second] = plan(`${head}\n;Haas;Eva;01.01.1980\n;Haas;Eva;`).preview.rows
    expect(second?.candidates).toEqual([
      { memberId: 0, row: 2, name: 'Haas, Eva', birthday: '1980-01-01', memberNumber: 0 },
    ])
  })

  test('If several rows of a file are about the same member, they are merged and the member is written once', () => {
    const sheet = `Nr;Nachname;Vorname;Ort;Telefon\n12;Rist;Eva;Balingen;\n12;Rist;Eva;;07433 12345`
    const { plan: written, preview } = plan(sheet, [eva])
    expect(preview.counts.changes).toBe(2)
    expect(written.updates).toMatchObject([
      { table: 'members', id: 5, after: { addressTown: 'Balingen', phone: '07433 12345' } },
    ])
    expect(written.updates).toHaveLength(1)
  })

  test('A row that contradicts an earlier row about the same member is an error', () => {
    const sheet = 'Nr;Nachname;Vorname;Ort\n12;Rist;Eva;Balingen\n12;Rist;Eva;Hechingen'
    const [, second] = plan(sheet, [eva]).preview.rows
    expect(second?.verdict).toBe('error')
    expect(second?.reasons).toEqual([
      { field: 'addressTown', text: 'In Zeile 2 steht hier etwas anderes.' },
    ])
  })
})

describe('the import of the same file again', () => {
  const sheet = `${head};Ort\n;Haas;Eva;;Balingen\n3;Kurz;Ute;01.02.1950;\n`
  const there = [
    stored(1, { firstName: 'Eva', lastName: 'Haas', addressTown: 'Balingen' }),
    stored(2, { firstName: 'Ute', lastName: 'Kurz', birthday: '1950-02-01', memberNumber: 3 }),
  ]

  test('Importing the same file again changes nothing, even for rows without a birthday', () => {
    expect(verdicts(sheet, there, { isAgain: true })).toEqual(['same', 'same'])
  })

  test("A row with a stored member's name but no birthday is a possible duplicate if it is not from the file that was imported before", () => {
    expect(verdicts(sheet, there)).toEqual(['duplicate', 'same'])
  })
})

describe('the written values', () => {
  const bank = {
    bankingIban: 'DE89370400440532013000',
    bankingSepaAllowed: true,
    bankingSepaAllowedDate: '2014-02-01',
  }
  const payer = stored(5, { ...eva, ...bank })

  test('If a row changes the member number, the mandate reference made from the old number is stored, since the bank knows it', () => {
    const { plan: written } = plan(`${head}\n77;Rist;Eva;04.06.1990`, [payer])
    expect(written.updates).toMatchObject([
      {
        before: { memberNumber: 12 },
        after: { memberNumber: 77, mandateReference: 'M12-20140201' },
      },
    ])
  })

  test('If a row changes the number of a member with a stored mandate reference, the reference does not change', () => {
    const own = { ...payer, mandateReference: 'MITGL 0012/2014' }
    const { plan: written } = plan(`${head}\n77;Rist;Eva;04.06.1990`, [own])
    expect(written.updates[0]?.after).toEqual({ memberNumber: 77 })
  })

  test('If a row changes both the member number and the date of the mandate, no old mandate reference is stored', () => {
    const sheet = `${head};Mandat vom\n77;Rist;Eva;04.06.1990;01.03.2026`
    const { plan: written } = plan(sheet, [payer])
    expect(written.updates[0]?.after).toEqual({
      memberNumber: 77,
      bankingSepaAllowedDate: '2026-03-01',
    })
  })

  test('A row with a mandate but without its date is an error, unless the member has a mandate already', () => {
    const sheet = 'Nr;Nachname;Vorname;Lastschrift\n12;Rist;Eva;ja\n13;Maier;Paul;ja'
    const { preview } = plan(sheet, [payer])
    expect(preview.rows.map(({ verdict }) => verdict)).toEqual(['same', 'error'])
    expect(preview.questions).toMatchObject([{ field: 'bankingSepaAllowedDate', rows: 1 }])
  })

  test('A row with another IBAN for a member with a mandate is an error unless it has a new date of the mandate', () => {
    const sheet = 'Nr;Nachname;Vorname;IBAN\n12;Rist;Eva;DE20642500400001023757'
    expect(first(sheet, [payer]).reasons).toEqual([
      {
        field: 'bankingSepaAllowedDate',
        text: 'Die IBAN ist neu. Gib an, wann das SEPA-Mandat für das neue Konto unterschrieben wurde.',
      },
    ])
  })

  test('A row with a past day of leaving ends the membership on that day', () => {
    const timespans = [{ id: 3, memberId: 5, from: '2010-01-01', to: null }]
    const { plan: written } = planned(
      'members',
      'Nr;Nachname;Vorname;Austritt\n12;Rist;Eva;31.12.2020',
      { members: [eva], timespans, exits: [] },
    )
    expect(written.updates).toMatchObject([
      { table: 'members', after: { membershipState: 'Left', dateLeft: '2020-12-31' } },
      { table: 'memberTimespans', id: 3, before: { to: null }, after: { to: '2020-12-31' } },
    ])
  })

  test('A row with a future day of leaving does not change the membership state now, but plans the exit for this day', () => {
    const timespans = [{ id: 3, memberId: 5, from: '2010-01-01', to: null }]
    const { plan: written, preview } = planned(
      'members',
      'Nr;Nachname;Vorname;Austritt\n12;Rist;Eva;31.12.2026',
      { members: [eva], timespans, exits: [] },
    )
    expect(preview.rows[0]?.verdict).toBe('changes')
    expect(written.updates[0]?.after).toEqual({ dateLeft: '2026-12-31' })
    expect(written.insertions).toMatchObject([
      {
        table: 'memberExits',
        row: {
          memberId: 5,
          state: 'Left',
          date: '2026-12-31',
          stateBefore: 'Active',
          ended: '[{"kind":"timespan","id":3,"from":"2010-01-01","to":null}]',
        },
      },
    ])
  })

  test('If a row makes a former member active again, the recorded exit is marked as undone', () => {
    const gone = { ...eva, membershipState: 'Left', dateLeft: '2020-12-31' } as const
    const exit = {
      id: 8,
      memberId: 5,
      state: 'Left',
      date: '2020-12-31',
      stateBefore: 'Active',
      dateLeftBefore: null,
      ended: '[]',
      recordedAt: '2020-12-31T12:00:00.000Z',
      recordedBy: 1,
      effectiveAt: '2020-12-31T12:00:00.000Z',
      undoneAt: null,
    } as const
    const { plan: written } = planned('members', 'Nr;Nachname;Vorname;Status\n12;Rist;Eva;aktiv', {
      members: [gone],
      timespans: [],
      exits: [exit],
    })
    expect(written.updates).toMatchObject([
      { table: 'members', after: { membershipState: 'Active' } },
      { table: 'memberExits', id: 8, before: { undoneAt: null } },
    ])
  })
})

describe('the fingerprint of a preview', () => {
  const sheet = `${head};Ort\n12;Rist;Eva;;Balingen\n;Maier;Paul;;Hechingen`
  const seen = (members: Guild) => plan(sheet, members).preview.seen

  test('The fingerprint of an import preview does not change when a member is added or changed who does not concern its rows', () => {
    const other = stored(6, { memberNumber: 3, firstName: 'Ute', lastName: 'Kurz' })
    expect(seen([eva, other])).toBe(seen([{ ...eva, phone: '07433 1' }]))
  })

  test.each([
    ['the member of a row was changed', [{ ...eva, addressTown: 'Rosenfeld' }]],
    [
      'a member similar to a row was added',
      [eva, stored(6, { firstName: 'Paul', lastName: 'Maier' })],
    ],
    ['the member of a row was deleted', []],
  ])('The fingerprint of an import preview changes when %s', (_, members) => {
    expect(seen(members)).not.toBe(seen([eva]))
  })
})

test('5,000 imported rows are matched to 5,000 members, even if half of the rows have no member number', () => {
  const day = (index: number) => addDays('1950-01-01', (index * 37) % 20_000)
  const members = Array.from({ length: 5000 }, (_, index) =>
    stored(index + 1, {
      memberNumber: index + 1,
      firstName: `Vorname${index % 300}`,
      lastName: `Nachname${index % 700}`,
      birthday: day(index),
    }),
  )
  const rows = members.map(({ memberNumber, firstName, lastName, birthday }, index) =>
    [index % 2 ? memberNumber : '', lastName, firstName, birthday, 'Balingen'].join(';'),
  )
  const { preview } = plan([`${head};Ort`, ...rows].join('\n'), members)
  expect(preview.counts.changes).toBe(5000)
})
