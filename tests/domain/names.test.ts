import { expect, test } from 'vitest'
import { costumeNumberKey } from '#worker/domain/costume-number.ts'
import { listName, nameMatches, normaliseName } from '#worker/domain/names.ts'
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
  ['Ærø', 'ærø'],
  ['שלום', 'שלום'],
  ['🎭', '🎭'],
])('%s is compared as %s', (name, key) => {
  expect(normaliseName(name)).toBe(key)
})

test('people are listed by last name', () => {
  expect(listName({ firstName: 'Annegret', lastName: 'Gruber' })).toBe('Gruber, Annegret')
})

test.each([
  ['gruber, anne', true],
  ['Annegret Gruber', true],
  ['gruber anneg', true],
  ['egret', true],
  ['', true],
  ['Huber', false],
])('searching "%s" finds Gruber, Annegret: %s', (typed, expected) => {
  expect(nameMatches({ firstName: 'Annegret', lastName: 'Gruber' }, typed)).toBe(expected)
})

test.each([
  ['12 A', '12a'],
  [' 12a ', '12a'],
  ['1 2\u00a03', '123'],
  ['007', '007'],
  ['   ', ''],
])('the costume number "%s" is compared as "%s"', (number, key) => {
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
