import { beforeEach, describe, expect, test } from 'vitest'
import { rows, setClock, signedIn } from '#tests/support/api.ts'
import { aMember } from '#tests/support/builders.ts'
import { violationsIn } from '#worker/db/causes.ts'

// What the database itself rejects, whatever code sends it. Mistakes are corrected by a
// counter-booking.

let userId: number
let memberId: number

beforeEach(async () => {
  setClock()
  userId = (await signedIn('management')).id
  memberId = (await aMember()).id
  await claim(1)
  await claim(2, 2028)
  await run(1)
  await run(2)
})

const claim = (id: number, year = 2027, merged = 0) =>
  rows(`INSERT INTO fee_claims (id, year, member_id, payer_id, amount_in_cent, reason, merged, created_at,
    created_by) VALUES (${id}, ${year}, ${memberId}, ${memberId}, 2000, 'Aktiv', ${merged}, '', ${userId})`)
const run = (id: number) =>
  rows(`INSERT INTO sepa_runs (id, request_key, message_id, created_at, created_by, year, due_date,
    debit_count, claim_count, sum_in_cent, file_sha256)
    VALUES (${id}, 'k${id}', 'm${id}', '', ${userId}, 2027, '2027-02-01', 1, 1, 2000, '')`)
const voidRun = (id: number) => rows(`UPDATE sepa_runs SET voided_at = '2027' WHERE id = ${id}`)

type Line = { kind: string; cents: number; claimId?: number; runId?: number; reverses?: number }
let lastId = 0
const book = async ({ kind, cents, claimId = 1, runId, reverses }: Line) => {
  const id = ++lastId
  await rows(`INSERT INTO fee_bookings (id, claim_id, kind, amount_in_cent, day, run_id, reverses_id,
    created_at, created_by) VALUES (${id}, ${claimId}, '${kind}', ${cents}, '2027-01-16',
    ${runId ?? 'NULL'}, ${reverses ?? 'NULL'}, '', ${userId})`)
  return id
}
const refusal = async (doing: Promise<unknown>) =>
  doing.then(
    () => null,
    (error: unknown) =>
      violationsIn(error)
        .find((one) => one.startsWith('ledger: '))
        ?.slice('ledger: '.length) ?? String(error),
  )
const collected = (more: object = {}) =>
  book({ kind: 'collected', cents: -2000, runId: 1, ...more })

describe("The ledger's immutability", () => {
  test.each([
    'UPDATE fee_bookings SET note = note',
    'UPDATE fee_bookings SET amount_in_cent = -1',
    'UPDATE fee_claims SET amount_in_cent = 0',
    "UPDATE fee_claims SET reason = ''",
    'UPDATE fee_claims SET year = 2020',
    "UPDATE fee_letters SET due_on = ''",
    'UPDATE fee_letter_claims SET open_in_cent = 0',
  ])('The ledger triggers reject the statement %s', async (statement) => {
    await book({ kind: 'paid', cents: -1 })
    await rows(`INSERT INTO fee_letters (id, kind, year, payer_id, channel, due_on, created_at, created_by)
      VALUES (1, 'invoice', 2027, ${memberId}, 'mail', '2027-02-01', '', ${userId})`)
    await rows(
      'INSERT INTO fee_letter_claims (letter_id, claim_id, open_in_cent) VALUES (1, 1, 2000)',
    )
    expect(await refusal(rows(statement))).toBe('nothing is changed')
  })

  test('A fee letter can be voided only if it was printed, and cannot be inserted as voided', async () => {
    const letter = (id: number, channel: string, voided = 'NULL, NULL') =>
      rows(`INSERT INTO fee_letters
        (id, kind, year, payer_id, channel, due_on, created_at, created_by, voided_at, voided_by)
        VALUES (${id}, 'invoice', 2027, ${memberId}, '${channel}', '2027-02-01', '', ${userId}, ${voided})`)
    await letter(1, 'letter')
    await letter(2, 'mail')
    const setVoided = (id: number, at: string, by: string | number) =>
      rows(`UPDATE fee_letters SET voided_at = ${at}, voided_by = ${by} WHERE id = ${id}`)
    expect(await refusal(setVoided(1, "'2027-01-16'", userId))).toBeNull()
    expect(await refusal(setVoided(1, 'NULL', userId))).toBe('a mail is not taken back')
    expect(await refusal(setVoided(1, 'NULL', 'NULL'))).toBeNull()
    expect(await refusal(setVoided(2, "'2027-01-16'", userId))).toBe('a mail is not taken back')
    expect(await refusal(letter(3, 'letter', `'2027-01-16', ${userId}`))).toBe(
      'a letter counts at first',
    )
  })

  test.each(['fee_bookings', 'fee_claims', 'fee_letter_claims', 'fee_letters'])(
    'A row of %s cannot be deleted, not even by an import',
    async (table) => {
      await book({ kind: 'paid', cents: -1 })
      await rows(`INSERT INTO fee_letters (id, kind, year, payer_id, channel, due_on, created_at, created_by)
      VALUES (1, 'invoice', 2027, ${memberId}, 'mail', '2027-02-01', '', ${userId})`)
      await rows(
        'INSERT INTO fee_letter_claims (letter_id, claim_id, open_in_cent) VALUES (1, 1, 2000)',
      )
      expect(await refusal(rows(`DELETE FROM ${table}`))).toBe('nothing is deleted')
      await rows(`UPDATE audit_context SET via = 'import' WHERE id = 1`)
      expect(await refusal(rows(`DELETE FROM ${table}`))).toBe('nothing is deleted')
    },
  )

  test('The cron can delete bookings and claims of the ledger', async () => {
    await book({ kind: 'paid', cents: -1 })
    await rows(`UPDATE audit_context SET via = 'cron' WHERE id = 1`)
    await rows('DELETE FROM fee_bookings')
    await rows('DELETE FROM fee_claims')
    expect(await rows('SELECT id FROM fee_claims')).toEqual([])
  })
})

test('A member has one fee claim per year; only a merged record may add a second one', async () => {
  await expect(claim(3)).rejects.toThrow('UNIQUE')
  await claim(3, 2027, 1)
})

describe('The amount of a booking', () => {
  test.each<[string, Line]>([
    ['paid', { kind: 'paid', cents: 5 }],
    ['waived', { kind: 'waived', cents: 5 }],
    ['refunded', { kind: 'refunded', cents: -5 }],
    ['charged', { kind: 'charged', cents: -5 }],
    ['collected', { kind: 'collected', cents: 5, runId: 1 }],
    ['paid by a run', { kind: 'paid', cents: -5, runId: 1 }],
    ['returned without a debit', { kind: 'returned', cents: 5, runId: 1 }],
    ['undone without a booking', { kind: 'undone', cents: 5 }],
    ['of an unknown kind', { kind: 'given', cents: 5 }],
  ])('The ledger triggers reject a booking with a wrong sign, run or kind: %s', async (_, line) => {
    expect(await refusal(book(line))).toBe('kind and sign')
  })

  test('A booking of zero is rejected', async () => {
    await expect(book({ kind: 'corrected', cents: 0 })).rejects.toThrow('CHECK')
  })
})

describe('A debit', () => {
  test('Rejects a debit without a SEPA run or of a voided run', async () => {
    expect(await refusal(book({ kind: 'collected', cents: -2000 }))).toBe('no run')
    await voidRun(1)
    expect(await refusal(collected())).toBe('kind and sign')
  })

  test('A debit cannot exceed the open amount', async () => {
    await book({ kind: 'paid', cents: -1 })
    expect(await refusal(collected())).toBe('below zero')
    await collected({ cents: -1999 })
    expect(await refusal(collected({ cents: -1, runId: 2 }))).toBe('below zero')
  })

  test('A debit can be returned but not undone while its run is valid, and undone but not returned once the run is voided', async () => {
    const debit = await collected()
    const undone = { kind: 'undone', cents: 2000, runId: 1, reverses: debit }
    const returned = { ...undone, kind: 'returned' }
    expect(await refusal(book(undone))).toBe('reversal')
    await voidRun(1)
    expect(await refusal(book(returned))).toBe('reversal')
    await book(undone)
  })

  test('A debit can be returned once, and again after its return was undone', async () => {
    const debit = await collected()
    const back = await book({ kind: 'returned', cents: 2000, runId: 1, reverses: debit })
    expect(await refusal(book({ kind: 'returned', cents: 2000, runId: 1, reverses: debit }))).toBe(
      'reversal',
    )
    const again = await book({ kind: 'undone', cents: -2000, runId: 1, reverses: back })
    expect(await refusal(book({ kind: 'undone', cents: 2000, runId: 1, reverses: again }))).toBe(
      'reversal',
    )
    await book({ kind: 'returned', cents: 2000, runId: 1, reverses: again })
  })
})

describe('A reversing booking', () => {
  test.each<[string, Partial<Line>]>([
    ['another amount', { cents: 4 }],
    ['another claim', { claimId: 2 }],
    ['another run', { runId: 1 }],
    ['an unknown booking', { reverses: 999_999 }],
  ])('A reversing booking with %s is rejected', async (_, change) => {
    const paid = await book({ kind: 'paid', cents: -5 })
    expect(await refusal(book({ kind: 'undone', cents: 5, reverses: paid, ...change }))).toBe(
      'reversal',
    )
  })

  test('A reversal cannot be reversed, and no booking is reversed twice', async () => {
    const paid = await book({ kind: 'paid', cents: -5 })
    const undone = await book({ kind: 'undone', cents: 5, reverses: paid })
    expect(await refusal(book({ kind: 'undone', cents: 5, reverses: paid }))).toBe('reversal')
    expect(await refusal(book({ kind: 'undone', cents: -5, reverses: undone }))).toBe('reversal')
  })
})

describe('A refund', () => {
  test('A refund cannot exceed the payments that were received', async () => {
    expect(await refusal(book({ kind: 'refunded', cents: 1 }))).toBe('refunded')
    await book({ kind: 'waived', cents: -500 })
    expect(await refusal(book({ kind: 'refunded', cents: 1 }))).toBe('refunded')
    const paid = await book({ kind: 'paid', cents: -700 })
    expect(await refusal(book({ kind: 'refunded', cents: 701 }))).toBe('refunded')
    const refunded = await book({ kind: 'refunded', cents: 700 })
    expect(await refusal(book({ kind: 'undone', cents: 700, reverses: paid }))).toBe('refunded')
    await book({ kind: 'undone', cents: -700, reverses: refunded })
    await book({ kind: 'undone', cents: 700, reverses: paid })
  })

  test('A debit that the bank returned cannot be refunded', async () => {
    const debit = await collected()
    await book({ kind: 'returned', cents: 2000, runId: 1, reverses: debit })
    expect(await refusal(book({ kind: 'refunded', cents: 1 }))).toBe('refunded')
  })
})

describe('A negative open amount', () => {
  test('A payment and an undone refund may make the open amount negative', async () => {
    await book({ kind: 'paid', cents: -2500 })
    const refunded = await book({ kind: 'refunded', cents: 500 })
    await book({ kind: 'undone', cents: -500, reverses: refunded })
    expect(await rows('SELECT open_in_cent AS open FROM fee_open WHERE claim_id = 1')).toEqual([
      { open: -500 },
    ])
  })

  test('Waivers, corrections, debits and reversals may not make the open amount negative', async () => {
    const debit = await collected()
    const back = await book({ kind: 'returned', cents: 2000, runId: 1, reverses: debit })
    const charged = await book({ kind: 'charged', cents: 300 })
    const corrected = await book({ kind: 'corrected', cents: 100 })
    await book({ kind: 'paid', cents: -2400 })
    for (const line of [
      { kind: 'waived', cents: -1 },
      { kind: 'corrected', cents: -1 },
      { kind: 'collected', cents: -1, runId: 2 },
      { kind: 'undone', cents: -2000, runId: 1, reverses: back },
      { kind: 'undone', cents: -300, reverses: charged },
      { kind: 'undone', cents: -100, reverses: corrected },
    ]) {
      expect(await refusal(book(line))).toBe('below zero')
    }
  })
})

describe('The payer of a member', () => {
  const payer = (id: number, of: number) =>
    rows(`UPDATE members SET payer_id = ${of} WHERE id = ${id}`)

  test('A member cannot be their own payer, have a payer who has a payer, or get a payer while paying for another member', async () => {
    const [a, b, c] = [memberId, (await aMember()).id, (await aMember()).id]
    expect(await refusal(payer(a, a))).toBe('payer')
    await payer(b, a)
    expect(await refusal(payer(c, b))).toBe('payer')
    expect(await refusal(payer(a, c))).toBe('payer')
    expect(await refusal(aMember({ payerId: b }))).toBe('payer')
    await rows(`UPDATE members SET payer_id = NULL WHERE id = ${b}`)
    await payer(c, b)
  })
})
