import { describe, expect, test } from 'vitest'
import { type FeeLetterFacts, feeReference, letterWords } from '#worker/domain/fee-letter-words.ts'
import { feeLetterTitle, type Payer, planLetter } from '#worker/domain/fee-letters.ts'

const account = {
  name: 'Narrenzunft Schellental',
  creditorName: 'Narrenzunft Schellental e.V.',
  creditorId: 'DE98ZZZ09999999999',
  creditorIban: 'DE02120300000000202051',
  creditorBic: '',
}

const letter: FeeLetterFacts = {
  kind: 'reminder',
  step: 2,
  year: 2027,
  dueOn: '2027-12-17',
  payer: { id: 9, memberNumber: 4711, firstName: 'Rosa', lastName: 'Äbele' },
  claims: [
    { year: 2027, member: { firstName: 'Rosa', lastName: 'Äbele' }, openInCent: 2000 },
    { year: 2025, member: { firstName: 'Mia', lastName: 'Äbele' }, openInCent: 1050 },
  ],
  mandateId: null,
  ibanEnd: null,
}

describe('the content of a fee letter', () => {
  test('A fee letter contains the years, each open fee, the sum of the fees, and the payment reference of the newest year', () => {
    const words = letterWords(letter, account)
    expect(words.subject).toBe('Mahnung: Mitgliedsbeitrag 2025 und 2027')
    expect(words.fees).toEqual([
      { title: '2027, Rosa Äbele', amount: '20,00\u00a0€' },
      { title: '2025, Mia Äbele', amount: '10,50\u00a0€' },
    ])
    expect(words.sum).toBe('30,50\u00a0€, zu zahlen bis 17.12.2027')
    expect(words.facts).toContainEqual({
      label: 'Verwendungszweck',
      value: 'MB2027-4711 Mitgliedsbeitrag Rosa Äbele',
    })
    expect(words.code?.split('\n').slice(-4)).toEqual([
      'EUR30.50',
      '',
      '',
      'MB2027-4711 Mitgliedsbeitrag Rosa Aebele',
    ])
  })

  test('The pronoun of the first reminder agrees with one fee and with several', () => {
    const opening = (count: number) =>
      letterWords({ ...letter, step: 1, claims: letter.claims.slice(0, count) }, account).opening
    expect(opening(1)).toEqual([
      'dieser Mitgliedsbeitrag ist noch offen. Vielleicht hast Du ihn übersehen:',
    ])
    expect(opening(2)).toEqual([
      'diese Mitgliedsbeiträge sind noch offen. Vielleicht hast Du sie übersehen:',
    ])
  })

  test('A letter that announces a direct debit has no GiroCode, so that the fee is not paid twice', () => {
    const words = letterWords({ ...letter, kind: 'notice', step: 0, mandateId: 'M1' }, account)
    expect(words.code).toBeNull()
    expect(words.facts).toEqual([
      { label: 'Mandatsreferenz', value: 'M1' },
      { label: 'Gläubiger-ID', value: 'DE98ZZZ09999999999' },
    ])
  })

  test.each([
    ['notice', 0, 'Ankündigung'],
    ['invoice', 0, 'Rechnung'],
    ['reminder', 1, 'Zahlungserinnerung'],
    ['reminder', 2, 'Mahnung'],
    ['reminder', 3, 'Letzte Mahnung'],
  ] as const)(
    'A fee letter of the kind "%s" and step %i has the title "%s"',
    (kind, step, title) => {
      expect(feeLetterTitle({ kind, step })).toBe(title)
    },
  )

  test("The payment reference of a payer without a member number contains the id of the payer's record", () => {
    expect(feeReference(2027, { id: 9, memberNumber: 0 })).toBe('MB2027-ID9')
  })
})

describe('the choice of reminders', () => {
  const claim = {
    id: 1,
    year: 2027,
    openInCent: 2000,
    bookings: [],
    obstacle: 'Kein SEPA-Mandat',
    memberName: 'Rosa Abele',
    hasMemberDied: false,
  }
  const written = {
    kind: 'reminder' as const,
    runId: null,
    dueOn: '2027-02-01',
    createdAt: '2027-01-15T12:00:00Z',
    claimIds: [1],
  }
  const payer = (change: Partial<Payer>): Payer => ({
    name: 'Rosa Abele',
    hasDied: false,
    claims: [claim],
    letters: [],
    ...change,
  })
  const remind = (change: Partial<Payer>, today = '2027-02-02') => {
    const answer = planLetter({ kind: 'reminder', today }, payer(change))
    return 'letter' in answer ? answer.letter.step : answer.problem.code
  }

  test.each([
    ['without earlier letters', {}, 1],
    ['after the first reminder', { letters: [{ ...written, step: 1 }] }, 2],
    ['after an invoice', { letters: [{ ...written, kind: 'invoice', step: 0 }] }, 1],
    [
      'after a notice of a debit that is due later',
      { letters: [{ ...written, kind: 'notice', step: 0, dueOn: '2027-03-01' }] },
      1,
    ],
    ['after the third reminder', { letters: [{ ...written, step: 3 }] }, 'InvalidRequest'],
    [
      'after the third reminder for a fee that is paid now',
      { letters: [{ ...written, step: 3, claimIds: [7] }] },
      1,
    ],
    ['after the payer died', { hasDied: true }, 'InvalidRequest'],
    ['for a member who died', { claims: [{ ...claim, hasMemberDied: true }] }, 'NothingToCollect'],
    ['for a credit', { claims: [{ ...claim, openInCent: -1 }] }, 'NothingToCollect'],
  ] as [string, Partial<Payer>, number | string][])(
    'A reminder %s gets the step, or is rejected with the error: $2',
    (_, change, expected) => {
      expect(remind(change)).toBe(expected)
    },
  )

  test('A reminder for several fees has the next step (1 to 3) of the fee with the fewest reminders, and omits fees reminded three times', () => {
    const older = { ...claim, id: 2, year: 2026 }
    const plan = (steps: Record<number, number[]>) => {
      const letters = Object.entries(steps).map(([step, claimIds]) => ({
        ...written,
        step: Number(step),
        claimIds,
      }))
      const claims = [claim, older]
      const answer = planLetter(
        { kind: 'reminder', today: '2027-02-02' },
        payer({ letters, claims }),
      )
      if ('problem' in answer) return answer.problem.code
      return [answer.letter.step, answer.letter.claims.map(({ claimId }) => claimId)]
    }
    expect(plan({ 3: [2] })).toEqual([1, [1]])
    expect(plan({ 1: [1], 3: [2] })).toEqual([2, [1]])
    // One letter for both: as far as the one that is behind.
    expect(plan({ 2: [2] })).toEqual([1, [1, 2]])
    expect(plan({ 1: [1], 2: [2] })).toEqual([2, [1, 2]])
    expect(plan({ 2: [1, 2] })).toEqual([3, [1, 2]])
    expect(plan({ 3: [1, 2] })).toBe('InvalidRequest')
  })

  test('While the deadline of the third reminder for one fee is running, a reminder for another fee is accepted', () => {
    const older = { ...claim, id: 2, year: 2026 }
    const letters = [{ ...written, step: 3, claimIds: [2], dueOn: '2027-03-01' }]
    expect(remind({ letters, claims: [claim, older] })).toBe(1)
    expect(remind({ letters, claims: [older] })).toBe('NotYet')
  })

  test('A reminder is rejected until the deadline of the previous reminder has passed (NotYet), and accepted on the day after', () => {
    const letters = [{ ...written, step: 1 }]
    expect(remind({ letters }, '2027-02-01')).toBe('NotYet')
    expect(remind({ letters }, '2027-02-02')).toBe(2)
  })
})

describe('a letter to an organization', () => {
  const krone = { firstName: '', lastName: 'Gasthaus Krone GmbH' }
  const toKrone = {
    ...letter,
    payer: { ...letter.payer, ...krone },
    claims: [{ year: 2027, member: krone, openInCent: 5000 }],
  }

  test('A fee letter to an organization begins with "Sehr geehrte Damen und Herren", and the name has no leading blank', () => {
    const words = letterWords(toKrone, account)
    expect(words.greeting).toBe('Sehr geehrte Damen und Herren,')
    expect(words.fees[0]?.title).toBe('2027, Gasthaus Krone GmbH')
    expect(words.code).toContain('MB2027-4711 Mitgliedsbeitrag Gasthaus Krone GmbH')
  })

  test.each([
    ['notice', 0],
    ['invoice', 0],
    ['reminder', 1],
    ['reminder', 2],
    ['reminder', 3],
  ] as const)(
    'A fee letter (%s, step %i) addresses an organization with "Sie" and a person with "Du"',
    (kind, step) => {
      const said = (one: FeeLetterFacts) => {
        const { greeting, opening, closing } = letterWords({ ...one, kind, step }, account)
        return [greeting, ...opening, ...closing].join(' ')
      }
      const familiar = /\b(?:Du|Dich|Dein\w*|Hast|Kannst|Sorge|melde)\b/
      expect(said(toKrone)).toMatch(/\b(?:Sie|Ihrem)\b/)
      expect(said(toKrone)).not.toMatch(familiar)
      expect(said(letter)).toMatch(familiar)
      expect(said(letter)).not.toMatch(/\b(?:Sie|Ihrem)\b/)
    },
  )
})
