import { describe, expect, test } from 'vitest'
import { aMemberRow } from '#tests/support/member-rows.ts'
import { labelsOf, letterSize, sheetsOf } from '#web/letters/address-labels.ts'
import { addressLine, copiedText, letterFile } from '#web/letters/addresses.ts'

const many = (count: number) => Array.from({ length: count }, (_, n) => ({ lines: [`Nr ${n}`] }))

describe('sheets of labels', () => {
  test.each([
    [40, 1, [24, 16]],
    [24, 1, [24]],
    [25, 1, [24, 1]],
    // Two are left on the first sheet.
    [3, 23, [24, 1]],
    [1, 24, [24]],
    [0, 1, []],
  ])(
    '%i address labels, begun at position %i of a sheet of 24, fill the sheets up to the positions $2',
    (count, start, places) => {
      const sheets = sheetsOf(many(count), start)
      expect(sheets.map(({ length }) => length)).toEqual(places)
      expect(sheets.flat().filter((label) => label !== null)).toHaveLength(count)
    },
  )

  test('If printing begins at a later position of a sheet of labels, the positions before it are left empty', () => {
    expect(sheetsOf(many(1), 4)[0]).toEqual([null, null, null, { lines: ['Nr 0'] }])
  })

  test('People without a complete address get no address label', () => {
    const members = [aMemberRow(), aMemberRow({ id: 2, lastName: 'Abt', addressPlz: '' })]
    expect(labelsOf(members)).toEqual([
      { lines: ['Annegret Gruber', 'Klosterweg 3', '88999 Moosried'] },
    ])
  })

  test('Longer texts on an address label have a smaller font', () => {
    expect(letterSize(['Anna Häußler', 'Klosterweg 3', '88999 Moosried'])).toBe(11)
    expect(letterSize(['W'.repeat(200), 'Klosterweg 3', '88999 Moosried'])).toBeLessThan(9)
  })
})

describe('the addresses for a mail program', () => {
  const anna = aMemberRow({ id: 1, firstName: 'Anna', eMail: 'Familie@example.de' })
  const paul = aMemberRow({ id: 2, firstName: 'Paul', eMail: ' familie@EXAMPLE.de ' })
  const ida = aMemberRow({ id: 3, firstName: 'Ida', eMail: 'ida@example.de' })

  test('For a mail program, each e-mail address is copied once, in its first spelling', () => {
    expect(addressLine([anna, paul, ida])).toBe('Familie@example.de; ida@example.de')
  })

  test('For a mail program, members without an e-mail address, with an opt-out or who have died are not copied, and the message lists them', () => {
    const members = [
      anna,
      aMemberRow({ id: 4, lastName: 'Abt', eMail: '' }),
      aMemberRow({ id: 5, lastName: 'Beck', eMail: 'b@example.de', mailOptOut: true }),
      aMemberRow({ id: 6, lastName: 'Zoller', eMail: 'z@example.de', membershipState: 'Died' }),
    ]
    expect(addressLine(members)).toBe('Familie@example.de')
    expect(copiedText(members)).toBe(
      '1 Adresse kopiert, 1 ohne E-Mail Adresse (Abt, Annegret), 1 abbestellt (Beck, Annegret), 1 verstorben (Zoller, Annegret)',
    )
  })

  test('If four people have no e-mail address, the message about copied addresses contains their number but no names', () => {
    const none = [4, 5, 6, 7].map((id) => aMemberRow({ id, eMail: '' }))
    expect(copiedText([anna, ida, ...none])).toBe('2 Adressen kopiert, 4 ohne E-Mail Adresse')
  })
})

test('The file for form letters has a salutation for each person, and no formula', () => {
  const file = letterFile([
    aMemberRow({ firstName: '=1+1', addressStreet: 'Am "Bach"; hinten' }),
    aMemberRow({ firstName: 'Anna', memberNumber: 0, membershipState: 'Passive' }),
  ])
  expect(file.split('\r\n')).toEqual([
    '\uFEFFBriefanrede;Vorname;Nachname;Straße;Hausnummer;PLZ;Ort;Mitgliedsnummer;Mitgliedsstatus',
    `Hallo =1+1,;'=1+1;Gruber;"Am ""Bach""; hinten";3;88999;Moosried;118;Aktiv`,
    'Hallo Anna,;Anna;Gruber;Klosterweg;3;88999;Moosried;;Passiv',
    '',
  ])
})
