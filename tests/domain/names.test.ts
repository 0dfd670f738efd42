import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aClaim } from '#tests/support/claims.ts'
import { certificateWords } from '#worker/domain/certificates.ts'
import { personalise, salutation } from '#worker/domain/circular.ts'
import { letterWords } from '#worker/domain/fee-letter-words.ts'
import { householdsOf } from '#worker/domain/households.ts'
import {
  compareNames,
  costumeNumberKey,
  fullName,
  listName,
  nameMatches,
  normaliseName,
  parseListName,
  shortName,
} from '#worker/domain/names.ts'
import { debtorName, toDebits } from '#worker/domain/sepa-debit.ts'
import { isEmailAddress } from '#worker/domain/text.ts'

test.each([
  ['Müller', 'mueller'],
  ['MUELLER', 'mueller'],
  ['Mu\u0308ller', 'mueller'],
  ['Straßer', 'strasser'],
  ['STRAẞER', 'strasser'],
  ['  Anna \t Lena ', 'anna lena'],
  ['René', 'rene'],
  ['Čapek', 'capek'],
  ['Müller–Lüdenscheidt', 'mueller-luedenscheidt'],
  ['O’Brien', "o'brien"],
  ['D´Angelo', "d'angelo"],
  ['Ærø', 'aero'],
  ['Müller - Lang', 'mueller-lang'],
  ['שלום', 'שלום'],
  ['🎭', '🎭'],
])('The name %s is compared as %s', (name, key) => {
  expect(normaliseName(name)).toBe(key)
})

test('In a list, the last name of a person comes before the first name (Gruber, Annegret)', () => {
  expect(listName({ firstName: 'Annegret', lastName: 'Gruber' })).toBe('Gruber, Annegret')
})

describe('the name of an organization, which has no first name', () => {
  const krone = { firstName: '', lastName: 'Gasthaus Krone GmbH' }

  test.each([
    ['the full name', fullName],
    ['the name in a list', listName],
    ['the short name', shortName],
  ])('For an organization, %s consists of the last name only', (_what, render) => {
    expect(render(krone)).toBe('Gasthaus Krone GmbH')
  })

  test('The name of an organization, as written in a list, is parsed into the last name only', () => {
    expect(parseListName(listName(krone))).toEqual(krone)
  })

  test('An organization is found by any part of its name', () => {
    for (const typed of ['gasthaus krone gmbh', 'krone', 'Krone GmbH']) {
      expect(nameMatches(krone, typed)).toBe(true)
    }
    expect(nameMatches(krone, 'krone, anna')).toBe(false)
  })

  test('An organization is sorted before people with the same last name', () => {
    const people = [
      { firstName: 'Anna', lastName: 'Krone' },
      { firstName: '', lastName: 'Krone' },
      { firstName: '', lastName: 'Adler' },
    ]
    expect(people.sort(compareNames).map(listName)).toEqual(['Adler', 'Krone', 'Krone, Anna'])
  })
})

/** What a name may be: parts of it may be missing, but not both. */
const anyName = fc
  .record({
    firstName: fc.constantFrom('', 'Anna', 'Hans Peter', 'Žofie', 'X'),
    lastName: fc.constantFrom('', 'Gasthaus Krone GmbH', 'Gruber', "O'Neill", 'von und zu Au', 'X'),
  })
  .filter(({ firstName, lastName }) => firstName + lastName !== '')

test('If a part of a member’s name is missing, no text with the name has a double, leading or trailing blank', () => {
  fc.assert(
    fc.property(fc.array(anyName, { minLength: 1, maxLength: 4 }), (people) => {
      const [first] = people
      if (!first) return
      for (const text of textsAbout(first, people)) expect(text).toMatch(withoutGap)
    }),
    { seed: 25, numRuns: 500 },
  )
})

/** No blank at an end, before a sign or beside another one, no sign at the beginning. */
const withoutGap = /^(?![\s,.:;])(?!.*(?: {2}|\s[,.:;]|undefined|null|, ,))[\s\S]*\S$/

type Name = { firstName: string; lastName: string }

function textsAbout(one: Name, people: readonly Name[]): string[] {
  const payer = { id: 7, memberNumber: 12, ...one }
  const letter = {
    kind: 'invoice' as const,
    step: 0,
    year: 2027,
    dueOn: '2027-12-17',
    payer,
    claims: people.map((member) => ({ year: 2027, member, openInCent: 1500 })),
    mandateId: null,
    ibanEnd: null,
  }
  const account = {
    name: 'Narrenzunft',
    creditorName: 'Narrenzunft',
    creditorId: '',
    creditorIban: 'DE02120300000000202051',
    creditorBic: '',
  }
  const words = letterWords(letter, account)
  const home = { addressStreet: 'Weg', addressNumber: '1', addressPlz: '1', addressTown: 'Au' }
  const claim = aClaim({ ...one, bankingAccountOwner: '' })
  const fees = people.map((member, index) => ({
    ...claim,
    ...member,
    memberId: index,
    payer: claim,
  }))
  const [debit] = toDebits(
    fees.map((fee) => ({ ...fee, amountInCent: 100 })),
    2027,
  )
  const certificate = { honor: 'Orden', count: 25, offices: [], date: '2027-01-06' }
  return [
    ...people.flatMap((person) => [fullName(person), listName(person), shortName(person)]),
    salutation(people),
    ...[
      'Hallo {Vorname},',
      '{Vorname} {Nachname}',
      'An {Vorname} {Nachname}: ja',
      '{Anrede}',
    ].flatMap((text) =>
      text === '{Vorname} {Nachname}' ? [personalise(text, [one])] : [personalise(text, people)],
    ),
    words.subject,
    words.greeting,
    ...words.opening,
    ...words.fees.map(({ title }) => title),
    ...words.facts.map(({ value }) => value),
    ...householdsOf(people.map((person) => ({ ...person, ...home }))).map(({ name }) => name),
    debtorName(claim),
    debit?.purpose ?? '',
    certificateWords('{Name} erhält: {Ehrung}', { ...certificate, name: fullName(one) }),
  ]
}

test('Only four known files join first and last name by hand, which would leave a gap for a missing first name', () => {
  const byHand = /irstName\} \$\{[^}]*lastName|(?<!trim\()\b[mpu]\.first_name \|\| ' '/
  const found = sourcesWith(byHand)
  expect(found).toEqual([
    // People who enrol for themselves: the specification asks for both names.
    'web/enrolment/public/order-words.ts',
    'worker/enrolment/enrol-publicly.ts',
    'worker/orders/order-sql.ts',
    'worker/privacy/anonymise.ts',
  ])
})

function sourcesWith(pattern: RegExp): string[] {
  return ['web', 'worker']
    .flatMap((room) =>
      readdirSync(room, { recursive: true, encoding: 'utf8' }).map((file) => `${room}/${file}`),
    )
    .filter((file) => /\.tsx?$/.test(file) && pattern.test(readFileSync(file, 'utf8')))
    .sort()
}

test.each([
  ['gruber, anne', true],
  ['Annegret Gruber', true],
  ['gruber anneg', true],
  ['egret', true],
  ['', true],
  ['Huber', false],
])('The search text "%s" finds Gruber, Annegret: %s', (typed, expected) => {
  expect(nameMatches({ firstName: 'Annegret', lastName: 'Gruber' }, typed)).toBe(expected)
})

test.each([
  ['12 A', '12a'],
  [' 12a ', '12a'],
  ['1 2\u00a03', '123'],
  ['007', '007'],
  ['   ', ''],
])('The costume number "%s" is compared as "%s"', (number, key) => {
  expect(costumeNumberKey(number)).toBe(key)
})

test.each([
  ['jörg@example.de', true],
  [' joerg.strasser+fasnet@mail.example.de ', true],
  ['a@b.de', true],
  ['jörg@example', false],
  ['jörg example.de', false],
  ['@example.de', false],
  ['a@.de', false],
  ['a@b..de', false],
  ['a@@b.de', false],
  ['a b@c.de', false],
  ['', false],
  [`${'x'.repeat(250)}@b.de`, false],
])('"%s" is an e-mail address: %s', (text, expected) => {
  expect(isEmailAddress(text)).toBe(expected)
})
