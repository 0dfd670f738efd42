import { describe, expect, test } from 'vitest'
import {
  type CertificateValues,
  certificatePlaceholders,
  certificateProblem,
  certificateText,
  certificateWords,
  defaultCertificates,
} from '#worker/domain/certificates.ts'
import { honorBases } from '#worker/domain/codes.ts'
import { maxLength } from '#worker/domain/limits.ts'

const certified: CertificateValues = {
  name: 'Anna Häußler',
  honor: 'Obernarr (15 Jahre)',
  count: 29,
  offices: [
    { duty: 'Schriftfuehrer', label: 'Schriftführer', years: '1998–2004' },
    { duty: 'Elferratsmitglied', label: 'Elferrat', years: '2004–2027' },
  ],
  date: '2027-11-11',
}

test('In a certificate every placeholder is filled at each occurrence, and line breaks are kept', () => {
  const text = certificatePlaceholders.join('\n')
  expect(certificateWords(`${text}\n{Name}`, certified)).toBe(
    'Anna Häußler\nObernarr (15 Jahre)\n29\nSchriftführer 1998–2004, Elferrat 2004–2027\n11. November 2027\nAnna Häußler',
  )
})

test('In a certificate, text in braces is printed unchanged if it comes from a name or is no known placeholder', () => {
  const odd = { ...certified, name: '{Datum} $& {Name}' }
  expect(certificateWords('{Name} { und } {name} {', odd)).toBe(
    '{Datum} $& {Name} { und } {name} {',
  )
})

test('In the certificate of an honor given by decision, the placeholders of years and offices are empty', () => {
  const byHand = { ...certified, count: null, offices: [] }
  expect(certificateWords('{Jahre}|{Ämter}', byHand)).toBe('|')
})

describe('the default texts of certificates', () => {
  test.each(honorBases)(
    'The default certificate text for the basis %s is used without a text of the guild, is short enough and has only known placeholders',
    (basis) => {
      const text = certificateText({ basis, certificateText: '' })
      expect(text).toBe(defaultCertificates[basis])
      expect(certificateProblem(basis, text)).toBeNull()
      expect(text.length).toBeLessThanOrEqual(maxLength.certificate)
      expect(certificateWords(text, certified)).not.toMatch(/[{}]/)
    },
  )

  test("The guild's certificate text overrides the default", () => {
    expect(certificateText({ basis: 'parades', certificateText: 'Danke, {Name}' })).toBe(
      'Danke, {Name}',
    )
  })
})

test.each([
  ['membershipYears', '{Name} {Ehrung} {Jahre} {Datum}', null],
  ['dutyYears', '{Jahre} {Ämter}', null],
  ['parades', '{Jahre} Sprünge', null],
  ['manual', '', null],
  ['manual', 'ohne { Klammern', null],
  ['parades', 'am {Datm}', /^\{Datm\} kennen wir nicht\. Es gibt \{Name\}, .*\{Datum\}\.$/],
  ['parades', '{jahre}', /^\{jahre\} kennen wir nicht/],
  ['dutyYears', '{Amter}', /^\{Amter\} kennen wir nicht/],
  ['dutyYears', '{}', /^\{\} kennen wir nicht/],
  [
    'manual',
    'für {Jahre} Jahre',
    /^\{Jahre\} gibt es bei dieser Grundlage nicht\. Es gibt \{Name\}, \{Ehrung\}, \{Datum\}\.$/,
  ],
  ['manual', '{Ämter}', /^\{Ämter\} gibt es bei dieser Grundlage nicht/],
  ['membershipYears', '{Ämter}', /^\{Ämter\} gibt es bei dieser Grundlage nicht/],
  ['parades', '{Ämter}', /^\{Ämter\} gibt es bei dieser Grundlage nicht/],
] as const)(
  'For the basis %s, the certificate text %j is rejected with the message %s (null: accepted)',
  (basis, text, problem) => {
    const told = certificateProblem(basis, text)
    if (problem === null) expect(told).toBeNull()
    else expect(told).toMatch(problem)
  },
)
