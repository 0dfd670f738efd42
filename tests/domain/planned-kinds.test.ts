import { describe, expect, test } from 'vitest'
import { planned, stored } from '#tests/support/planned-import.ts'
import { builtInHonors, builtInOffices } from '#worker/domain/import/words.ts'

// What the samples' README says must come of each kind.

const members = [
  stored(1, { memberNumber: 1, firstName: 'Beate', lastName: 'Bantle', birthday: '1958-02-01' }),
  stored(2, { memberNumber: 2, firstName: 'Karl', lastName: 'Bantle', birthday: '1958-02-01' }),
  stored(3, { memberNumber: 3, firstName: 'Änne', lastName: 'Müller-Lüdenscheidt' }),
  stored(7, { memberNumber: 7, firstName: 'Jutta', lastName: 'Schmid', maidenName: 'Bantle' }),
]
test('In a file of honors, a stored honor has the verdict "same", one not yet stored "new", and a row with an unknown member number "error"', () => {
  const held = {
    id: 4,
    memberId: 1,
    type: 'Parades_25',
    date: '1999-11-11',
    comment: '',
    version: 0,
  }
  const sheet = `Mitgliedsnummer;Name;Ehrung;Datum
1;Bantle, Beate;Sprungorden 25;11.11.1999
1;Bantle, Beate;25 Jahre Mitgliedschaft;2004
99;Unbekannt, Ulf;Sprungorden 25;11.11.2012`
  const { preview, plan } = planned('honors', sheet, {
    members,
    honors: [{ ...held, type: 'Parades_25' }],
    honorKinds: builtInHonors,
  })
  expect(preview.rows.map(({ verdict }) => verdict)).toEqual(['same', 'new', 'error'])
  expect(plan.insertions).toMatchObject([{ row: { memberId: 1, date: '2004-01-01' } }])
})

test('An imported office is an error if the member already holds it in the same period', () => {
  const sheet = `Name;Geburtstag;Amt;Zeit
Bantle, Beate;01.02.1958;Kassiererin;1985-1992
Bantle, Beate;01.02.1958;Kassierin;seit 1995
Bantle, Beate;01.02.1958;Kassier;1990-1991`
  const { preview } = planned('duties', sheet, { members, duties: [], offices: builtInOffices })
  expect(preview.rows.map(({ verdict }) => verdict)).toEqual(['new', 'new', 'error'])
})

describe('costumes', () => {
  const sheet = `Gruppe;Nummer;Träger;seit;bis
Hexe;H 12;Bantle, Beate;11.11.1979;
Hexe;H 13;Bantle, Karl;11.11.1979;
Hexe;H 13;Schmid, Jutta;11.11.2005;
Hexe;H 99;Vereinshäs;;`
  const guild = { members, costumeTypes: [], costumes: [], ownerships: [] }

  test('Rows with costumes of an unknown type are errors until the user confirms that the type is new', () => {
    const { preview } = planned('costumes', sheet, guild)
    expect(preview.counts.error).toBe(4)
    expect(preview.questions).toMatchObject([{ field: 'costumeType', word: 'Hexe', rows: 4 }])
  })

  test('If several imported rows contain owners of the same costume, each ownership ends on the day on which the next one begins', () => {
    const answers = { words: { costumeType: { Hexe: 'new' } } }
    const { plan } = planned('costumes', sheet, guild, { answers })
    const of = (table: string) => plan.insertions.filter((one) => one.table === table)
    expect(of('costumeTypes')).toHaveLength(1)
    expect(of('costumes')).toHaveLength(3)
    expect(of('costumeOwnerships')).toMatchObject([
      { row: { memberId: 1, ownedTo: null } },
      { row: { memberId: 2, ownedFrom: '1979-11-11', ownedTo: '2005-11-11' } },
      { row: { memberId: 7, ownedFrom: '2005-11-11', ownedTo: null } },
    ])
  })
})

test('Rows with Sprünge are errors until the user says until which day they count, and "ca. 20" remains an error', () => {
  const sheet = `Mitgliedsnummer;Name;Sprünge
1;Bantle, Beate;48
2;Bantle, Karl;0
3;Müller-Lüdenscheidt, Änne;ca. 20`
  const answers = { empty: { paradesBeforeUntil: '31.12.2024' } }
  expect(planned('paradesBefore', sheet, { members }).preview.counts.error).toBe(3)
  const { preview } = planned('paradesBefore', sheet, { members }, { answers })
  expect(preview.rows.map(({ verdict }) => verdict)).toEqual(['new', 'new', 'error'])
})
