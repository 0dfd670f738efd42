import { describe, expect, test } from 'vitest'
import { guessProblem } from '#worker/auth/guessable-password.ts'
import { passwordProblem } from '#worker/domain/password.ts'

const known = ['Narrenzunft Schellental e.V.', 'Bad Köstritz', 'Sabine', 'Kächele', 'verwaltung']

describe('a password that meets the rule but can be guessed', () => {
  test.each([
    'p@ssw0rd',
    'pa$$w0rd1',
    '!qaz2wsx',
    'Passwort1!',
    'PASSWORT1!',
    'P@ssw0rt-2026',
    'Pa$$wort!23',
    '!!Passwort99',
    'Sommer2026!',
    '$ommer2026!',
    '2026-Sommer!',
    'S.o.m.m.e.r.1',
    'Qwertz123456!',
    'qwer1234!',
    '1q2w3e4r!',
    'abc123!!',
    'Fasnet-2026!',
    'Fa5n3t.01.02.2026',
    'Frühling#27',
    'Hallo123!Hallo',
    'Willkommen_01',
    'aaaaaaa1!',
    'Ｐａｓｓｗｏｒｔ１！',
  ])(
    'The password "%s" meets the rule but is rejected as a common word with digits and signs',
    async (password) => {
      expect(passwordProblem(password)).toBeNull()
      expect(await guessProblem(password, known)).toContain('ein oft benutztes Wort')
    },
  )

  test.each([
    'Schellental2026!',
    'Narrenzunft-Schellental1',
    'Köstritz_07_',
    'Koestritz_07_',
    'Sabine1984!',
    'S4b1n3-K4ech3l3',
    'Kaechele.Sabine.1',
    'SabineKächele27#',
    'Sabine-Passwort1',
    'Verwaltung-1!',
  ])(
    `The password "%s" meets the rule but is rejected as made of the guild, the place or the user's name`,
    async (password) => {
      expect(passwordProblem(password)).toBeNull()
      expect(await guessProblem(password, known)).toMatch(/leicht zu erraten/)
    },
  )
})

test.each([
  'Narri-Narro-27',
  'Hoorig-Katz-28',
  'Sabine tanzt um 7 Bäume!',
  'Zwölf Hästräger im Regen, 1',
  'Sommer-48291734!',
  'x7#Lq2!vT9',
  '7#2!9a$4',
  'Mediäval-Krähe-3',
])('The password "%s" is accepted, since it cannot be guessed', async (password) => {
  expect(passwordProblem(password)).toBeNull()
  expect(await guessProblem(password, ['Eva', ...known])).toBeNull()
})

test('A password is not rejected for containing a name of one or two letters', async () => {
  expect(await guessProblem('Wolkenbruch-7x', ['Jo', 'Li', 'O', ''])).toBeNull()
})
