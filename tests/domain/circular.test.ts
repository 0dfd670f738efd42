import { describe, expect, test } from 'vitest'
import {
  type Addressee,
  distribute,
  nextMorning,
  personalise,
  salutation,
  unknownPlaceholders,
} from '#worker/domain/circular.ts'

const people = (...names: string[]) =>
  names.map((name) => {
    const [firstName = '', lastName = ''] = name.split('/')
    return { firstName, lastName }
  })

// docs/rules.md, "Rundmails".
test.each([
  [['Anna/Häußler'], 'Hallo Anna,', 'Anna', 'Häußler'],
  [['Anna/Häußler', 'Paul/Häußler'], 'Hallo Anna und Paul,', 'Anna und Paul', 'Häußler'],
  [['Anna/Häußler', 'Paul/Beck'], 'Hallo Anna und Paul,', 'Anna und Paul', 'Häußler und Beck'],
  [
    ['Anna/Häußler', 'Paul/Beck', 'Mia/Häußler'],
    'Hallo Anna, Paul und Mia,',
    'Anna, Paul und Mia',
    'Häußler und Beck',
  ],
  [
    ['Anna/A', 'Paul/B', 'Mia/C', 'Tim/D'],
    'Hallo Anna, Paul, Mia und Tim,',
    'Anna, Paul, Mia und Tim',
    'A, B, C und D',
  ],
  [[' Anna /Häußler '], 'Hallo Anna,', 'Anna', 'Häußler'],
  [['/Gasthaus Krone GmbH'], 'Sehr geehrte Damen und Herren,', '', 'Gasthaus Krone GmbH'],
  [['/Krone', '/Adler'], 'Sehr geehrte Damen und Herren,', '', 'Krone und Adler'],
  [['Anna/Häußler', '/Krone'], 'Hallo Anna,', 'Anna', 'Häußler und Krone'],
  [['/'], 'Hallo,', '', ''],
  [[], 'Hallo,', '', ''],
])(
  'A circular to %j (first/last name) begins "%s" and fills {Vorname} with "%s" and {Nachname} with "%s"',
  (names, greeting, first, last) => {
    expect(salutation(people(...names))).toBe(greeting)
    expect(personalise('{Anrede}|{Vorname}|{Nachname}|{Vorname}', people(...names))).toBe(
      `${greeting}|${first}|${last}|${first}`,
    )
  },
)

test('In a circular, text in braces is sent unchanged if it comes from a name or is no known placeholder', () => {
  const odd = people('{Nachname}/$& {Vorname}')
  expect(personalise('{Vorname} {Nachname} { und } {', odd)).toBe(
    '{Nachname} $& {Vorname} { und } {',
  )
})

test.each([
  ['{Anrede} {Vorname} {Nachname}', []],
  ['ohne', []],
  ['{vorname}', ['{vorname}']],
  ['{ Anrede }', ['{ Anrede }']],
  ['{}', ['{}']],
  ['{Anrede} {Name} und {Ort}', ['{Name}', '{Ort}']],
  ['{Anrede', []],
  ['Anrede} {', []],
  ['{Anr\nede}', []],
  ['{{Vorname}}', []],
])('In the circular text %j, these placeholders are reported as unknown: %j', (text, unknown) => {
  expect(unknownPlaceholders(text)).toEqual(unknown)
})

describe('the recipients of a circular', () => {
  let id = 0
  const one = (change: Partial<Addressee>): Addressee => {
    id += 1
    const known = { firstName: 'Anna', lastName: 'Gruber', membershipState: 'Active' as const }
    return { id, ...known, eMail: 'a@example.de', mailOptOut: false, ...change }
  }
  const idsOf = (members: readonly Addressee[]) => members.map((member) => member.id)

  test('Members with the same e-mail address, ignoring upper and lower case and blanks, get one circular together', () => {
    const [a, b, c, d] = [
      one({ eMail: ' Familie@Example.de' }),
      one({ eMail: 'b@example.de' }),
      one({ eMail: 'familie@example.de ' }),
      one({ eMail: 'FAMILIE@EXAMPLE.DE', membershipState: 'Left' }),
    ]
    const { recipients } = distribute([a, b, c, d])
    expect(recipients.map(({ emailAddress, members }) => [emailAddress, idsOf(members)])).toEqual([
      ['Familie@Example.de', [a.id, c.id, d.id]],
      ['b@example.de', [b.id]],
    ])
  })

  test.each<[Partial<Addressee>, 'recipients' | 'noAddress' | 'optedOut' | 'died']>([
    [{ membershipState: 'Passive' }, 'recipients'],
    [{ membershipState: 'Left' }, 'recipients'],
    [{ membershipState: 'Died' }, 'died'],
    [{ membershipState: 'Died', mailOptOut: true }, 'died'],
    [{ membershipState: 'Died', eMail: '' }, 'died'],
    [{ eMail: '' }, 'noAddress'],
    [{ eMail: ' ' }, 'noAddress'],
    [{ eMail: 'anna@' }, 'noAddress'],
    [{ eMail: 'a@b.de, c@d.de' }, 'noAddress'],
    [{ eMail: '', mailOptOut: true }, 'noAddress'],
    [{ mailOptOut: true }, 'optedOut'],
  ])(
    'Among the recipients of a circular, a member with %j is counted under %s',
    (change, place) => {
      const { recipients, ...without } = distribute([one(change)])
      const counts = { recipients: recipients.length, ...without }
      const filled = Object.entries(counts).filter(
        ([, of]) => (typeof of === 'number' ? of : of.length) > 0,
      )
      expect(filled.map(([name]) => name)).toEqual([place])
    },
  )

  test('If only one member of a family has opted out, a circular is still sent to the address that the family shares', () => {
    const [yes, no] = [one({}), one({ mailOptOut: true })]
    const { recipients, optedOut } = distribute([no, yes])
    expect(recipients.map(({ members }) => idsOf(members))).toEqual([[yes.id]])
    expect(idsOf(optedOut)).toEqual([no.id])
  })
})

test.each([
  ['2027-01-16T12:00:00Z', '2027-01-17T05:00:00.000Z'],
  ['2027-01-16T22:59:59Z', '2027-01-17T05:00:00.000Z'],
  // Already the 17th in Germany.
  ['2027-01-16T23:00:00Z', '2027-01-18T05:00:00.000Z'],
  ['2027-07-16T12:00:00Z', '2027-07-17T04:00:00.000Z'],
])('When the daily limit of mails is reached at %s, sending is paused until %s', (now, until) => {
  expect(nextMorning(new Date(now)).toISOString()).toBe(until)
})

test.each([
  ['Hallo {Vorname},', 'Hallo,'],
  ['{Vorname} {Nachname}', 'Gasthaus Krone GmbH'],
  ['An {Vorname} {Nachname}: Danke', 'An Gasthaus Krone GmbH: Danke'],
  ['{Nachname} {Vorname}', 'Gasthaus Krone GmbH'],
  ['{Vorname}, Du fehlst.\n{Vorname}', 'Du fehlst.\n'],
  ['{Anrede}\n\nGruß', 'Sehr geehrte Damen und Herren,\n\nGruß'],
])(
  'In a circular to an organization without a first name, the text %j becomes %j, without a leftover blank',
  (text, said) => {
    expect(personalise(text, [{ firstName: '', lastName: 'Gasthaus Krone GmbH' }])).toBe(said)
  },
)
