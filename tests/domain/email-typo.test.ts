import { expect, test } from 'vitest'
import { correctedAddress } from '#web/enrolment/email-typo.ts'

test.each([
  ['joerg@gmial.com', 'joerg@gmail.com'],
  ['joerg@gmai.com', 'joerg@gmail.com'],
  ['joerg@gmail.con', 'joerg@gmail.com'],
  ['joerg@gmail.co', 'joerg@gmail.com'],
  ['joerg@gmail.de', 'joerg@gmail.com'],
  ['joerg@gmx.d', 'joerg@gmx.de'],
  ['joerg@gmxx.de', 'joerg@gmx.de'],
  ['joerg@gmx', 'joerg@gmx.de'],
  ['joerg@web.d', 'joerg@web.de'],
  ['joerg@wbe.de', 'joerg@web.de'],
  ['joerg@t-onlin.de', 'joerg@t-online.de'],
  ['joerg@tonline.de', 'joerg@t-online.de'],
  ['joerg@t-onlien.de', 'joerg@t-online.de'],
  [' Jörg.Straßer@HOTMIAL.com ', 'Jörg.Straßer@hotmail.com'],
])('For the typed e-mail address %s, the correction %s is suggested', (typed, meant) => {
  expect(correctedAddress(typed)).toBe(meant)
})

test.each([
  '',
  'joerg',
  'joerg@',
  '@gmial.com',
  'joerg@gmail.com',
  'joerg@GMX.de',
  'joerg@mail.com',
  'joerg@gmx.at',
  'joerg@geb.de',
  'joerg@narrenzunft.de',
  'joerg@example.de',
  'a b@c d',
  'joerg@constructor',
])('For the e-mail address "%s", no correction is suggested', (typed) => {
  expect(correctedAddress(typed)).toBeNull()
})
