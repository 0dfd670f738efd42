import { beforeEach, describe, expect, test } from 'vitest'
import { call, json, rows, setClock, signedIn, tokenOf } from '#tests/support/api.ts'
import { aMember, aParade } from '#tests/support/builders.ts'
import { aBooking, aClaim, aFeeLetter, aRun } from '#tests/support/ledger-rows.ts'
import type { Role } from '#worker/domain/codes.ts'

// docs/rules.md, "Übersicht": what the calendar asks of each office.

let userId = 0
const users = new Map<Role, number>()

beforeEach(async () => {
  setClock('2026-03-01T10:00:00Z')
  users.clear()
  userId = (await signedIn('management')).id
  users.set('management', userId)
})

/** Fields of a SEPA run whose file this program made. */
const aFile = { submittedOn: null, fileSha256: 'f'.repeat(64) }

async function tasks(role: Role = 'management') {
  const id = users.get(role) ?? (await signedIn(role)).id
  users.set(role, id)
  // A session of its own, since the clock passes the end of the first one.
  const token = await tokenOf(id)
  return (await json(call('GET', '/api/home', undefined, { token }))).tasks
}

async function aCollectedClaim(run: Parameters<typeof aRun>[0]) {
  const member = await aMember({ eMail: 'narr@example.de' })
  const claimId = await aClaim({
    memberId: member.id,
    createdBy: userId,
    ...(run.year && { year: run.year }),
  })
  const runId = await aRun(run)
  const debit = { claimId, runId, mandateId: 'M-1', endToEndId: 'E-1', createdBy: userId }
  const debitId = await aBooking({ kind: 'collected', amountInCent: -2000, ...debit })
  return { memberId: member.id, claimId, runId, debitId }
}

describe('Tasks of the treasurer on the overview', () => {
  test('Closing the fees of the year is a task from 1 October on, until the year is closed', async () => {
    setClock('2026-09-30T21:59:00Z')
    expect(await tasks()).toEqual([])
    setClock('2026-09-30T22:00:00Z')
    expect(await tasks()).toEqual([{ kind: 'closeYear', year: 2026 }])
    await aClaim({ memberId: (await aMember()).id, createdBy: userId })
    expect(await tasks()).toEqual([])
  })

  test('Making the SEPA file is a task as soon as the year is closed, when an open fee has a mandate, as in the treasury, until a file is in effect', async () => {
    const bank = { bankingIban: 'DE89370400440532013000', bankingSepaAllowed: true }
    const without = await aMember({ memberNumber: 1 })
    const member = await aMember({ memberNumber: 2, ...bank, bankingSepaAllowedDate: '2014-02-01' })
    const step = async () => {
      const token = await tokenOf(userId)
      const { steps } = await json(call('GET', '/api/treasury?year=2026', undefined, { token }))
      return steps.find(({ id }: { id: string }) => id === 'file').state
    }
    const task = { kind: 'makeFile', year: 2026 }
    await aClaim({ memberId: without.id, createdBy: userId })
    expect([await tasks(), await step()]).toEqual([[], 'notNeeded'])
    const claimId = await aClaim({ memberId: member.id, createdBy: userId })
    expect([await tasks(), await step()]).toEqual([[task], 'now'])
    const paid = await aBooking({ claimId, kind: 'paid', amountInCent: -2000, createdBy: userId })
    expect([await tasks(), await step()]).toEqual([[], 'notNeeded'])
    await aBooking({
      claimId,
      kind: 'undone',
      amountInCent: 2000,
      reversesId: paid,
      createdBy: userId,
    })
    const runId = await aRun({ createdBy: userId, dueDate: '2026-04-30', ...aFile })
    expect([await tasks(), await step()]).toEqual([[], 'done'])
    await rows(`UPDATE sepa_runs SET voided_at = '2026-03-01', voided_by = ${userId},
      void_reason = 'Doppelt' WHERE id = ${runId} RETURNING id`)
    expect([await tasks(), await step()]).toEqual([[task], 'now'])
  })

  test('Announcing a SEPA debit is a task from 21 days before its due date until each payer has a debit notice that is not voided', async () => {
    const credited = { creditedOn: '2026-02-20' }
    const run = { createdBy: userId, dueDate: '2026-03-23', ...credited }
    const { memberId, runId } = await aCollectedClaim(run)
    expect(await tasks()).toEqual([])
    setClock('2026-03-02T10:00:00Z')
    const task = { kind: 'announceDebit', dueDate: '2026-03-23', count: 1 }
    expect(await tasks('treasurer')).toEqual([task])
    const letter = { kind: 'notice', runId, payerId: memberId, createdBy: userId } as const
    const id = await aFeeLetter(letter)
    expect(await tasks('treasurer')).toEqual([])
    await rows(`UPDATE fee_letters SET voided_at = '2026-03-02', voided_by = ${userId}
      WHERE id = ${id} RETURNING id`)
    expect(await tasks('treasurer')).toEqual([task])
  })

  test('Submitting a SEPA file is a task from three days before its due date until its credit is recorded', async () => {
    const { memberId, runId } = await aCollectedClaim({
      createdBy: userId,
      dueDate: '2026-03-23',
      ...aFile,
    })
    await aFeeLetter({ kind: 'notice', runId, payerId: memberId, createdBy: userId })
    setClock('2026-03-19T10:00:00Z')
    expect(await tasks()).toEqual([])
    setClock('2026-03-20T10:00:00Z')
    expect(await tasks()).toEqual([{ kind: 'submitFile', year: 2026, dueDate: '2026-03-23' }])
    // It stays a task when the day has passed.
    setClock('2026-03-27T10:00:00Z')
    expect(await tasks()).toEqual([{ kind: 'submitFile', year: 2026, dueDate: '2026-03-23' }])
    const set = (column: string, day: string) =>
      rows(`UPDATE sepa_runs SET ${column} = ${day} WHERE id = ${runId} RETURNING id`)
    await set('credited_on', `'2026-03-27'`)
    expect(await tasks()).toEqual([])
    await set('credited_on', 'NULL')
    expect(await tasks()).toHaveLength(1)
    await set('submitted_on', `'2026-03-20'`)
    expect(await tasks()).toEqual([])
  })

  test('For a voided SEPA file there is neither a task to announce the debit nor one to submit the file', async () => {
    const { runId } = await aCollectedClaim({
      createdBy: userId,
      dueDate: '2026-03-03',
      ...aFile,
    })
    expect((await tasks()).map(({ kind }: { kind: string }) => kind)).toEqual([
      'announceDebit',
      'submitFile',
    ])
    await rows(`UPDATE sepa_runs SET voided_at = '2026-03-01', voided_by = ${userId},
      void_reason = 'Doppelt' WHERE id = ${runId} RETURNING id`)
    expect(await tasks()).toEqual([])
  })

  test('A returned debit is a task until the fee is paid, and again when the payment is undone', async () => {
    const { claimId, runId, debitId } = await aCollectedClaim({ createdBy: userId })
    const of = { claimId, createdBy: userId }
    await aBooking({ kind: 'returned', amountInCent: 2000, runId, reversesId: debitId, ...of })
    expect(await tasks()).toEqual([{ kind: 'treatReturns', year: 2026, count: 1 }])
    const paid = await aBooking({ kind: 'paid', amountInCent: -2000, ...of })
    expect(await tasks()).toEqual([])
    await aBooking({ kind: 'undone', amountInCent: 2000, reversesId: paid, ...of })
    expect(await tasks()).toEqual([{ kind: 'treatReturns', year: 2026, count: 1 }])
  })

  test('Returned debits of two years are a task of each year, with the number of that year', async () => {
    for (const [index, year] of [2025, 2026, 2025].entries()) {
      const run = { createdBy: userId, year, messageId: `MB-${index}` }
      const { claimId, runId, debitId } = await aCollectedClaim(run)
      const of = { claimId, createdBy: userId }
      await aBooking({ kind: 'returned', amountInCent: 2000, runId, reversesId: debitId, ...of })
    }
    expect(await tasks()).toEqual([
      { kind: 'treatReturns', year: 2026, count: 1 },
      { kind: 'treatReturns', year: 2025, count: 2 },
    ])
  })

  test('Sending a reminder of an open fee is a task from 30 days after its last letter until the next letter or the payment', async () => {
    const member = await aMember()
    const claimId = await aClaim({ memberId: member.id, createdBy: userId })
    const payer = { payerId: member.id, createdBy: userId }
    const first = await aFeeLetter({ ...payer, createdAt: '2026-02-10T10:00:00.000Z' })
    const link = (letter: number) =>
      rows(`INSERT INTO fee_letter_claims (letter_id, claim_id, open_in_cent)
        VALUES (${letter}, ${claimId}, 2000) RETURNING claim_id`)
    await link(first)
    setClock('2026-03-11T10:00:00Z')
    expect(await tasks()).toEqual([])
    setClock('2026-03-12T10:00:00Z')
    expect(await tasks()).toEqual([{ kind: 'remind', count: 1 }])
    const reminder = { kind: 'reminder', step: 1, createdAt: '2026-03-12T10:00:00.000Z' } as const
    await link(await aFeeLetter({ ...payer, ...reminder }))
    expect(await tasks()).toEqual([])
    setClock('2026-04-12T10:00:00Z')
    expect(await tasks()).toEqual([{ kind: 'remind', count: 1 }])
    await aBooking({ kind: 'paid', amountInCent: -2000, claimId, createdBy: userId })
    expect(await tasks()).toEqual([])
  })
})

describe('Tasks of the other offices on the overview', () => {
  test('A parade without a price or departure whose enrolment opens within a week is a task until the enrolment is open, and says what is missing', async () => {
    const dates = { date: '2026-04-30', dateEnrolmentEnd: '2026-04-20' }
    const ready = { departures: [{ time: '12:30', place: 'Rathaus' }] }
    const opens = { ...dates, dateEnrolmentStart: '2026-03-08', timeEnrolmentStart: '20:00' }
    await aParade({ ...opens, ...ready })
    await aParade({ ...dates, dateEnrolmentStart: '2026-03-09' })
    await aParade({ ...opens, cancelledAt: '2026-02-01T10:00:00.000Z' })
    const { id, title } = await aParade({ ...opens, priceForAdultsInCent: 0 })
    const start = { start: '2026-03-08', startTime: '20:00' }
    const task = { kind: 'prepareEnrolment', parade: { id, title }, ...start }
    expect(await tasks('parades')).toEqual([{ ...task, lacks: ['price', 'departure'] }])
    setClock('2026-03-08T18:59:00Z')
    expect(await tasks('parades')).toMatchObject([task, { start: '2026-03-09' }])
    // 20:00 in Germany: the enrolment is open.
    setClock('2026-03-08T19:00:00Z')
    expect(await tasks('parades')).toMatchObject([{ start: '2026-03-09', startTime: null }])
    setClock('2026-03-09T05:00:00Z')
    expect(await tasks('parades')).toEqual([])
  })

  test('Each office gets its own tasks on the overview; readonly users and helpers get none', async () => {
    setClock('2026-10-05T10:00:00Z')
    const dates = { date: '2027-01-30', dateEnrolmentEnd: '2027-01-20' }
    await aParade({ ...dates, dateEnrolmentStart: '2026-10-08' })
    const kinds = async (role: Role) =>
      (await tasks(role))?.map(({ kind }: { kind: string }) => kind)
    expect(await kinds('management')).toEqual(['closeYear', 'prepareEnrolment'])
    expect(await kinds('treasurer')).toEqual(['closeYear'])
    expect(await kinds('parades')).toEqual(['prepareEnrolment'])
    expect(await kinds('secretary')).toEqual([])
    expect(await kinds('costumes')).toEqual([])
    expect(await kinds('readonly')).toBeUndefined()
    expect(await kinds('helper')).toBeUndefined()
  })
})
