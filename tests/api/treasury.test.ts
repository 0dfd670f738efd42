import { beforeEach, describe, expect, test } from 'vitest'
import { call, json, rows, setClock, signedIn, tokenOf } from '#tests/support/api.ts'
import { aMember } from '#tests/support/builders.ts'
import type { FeeClaim, MembershipFees, Treasury } from '#worker/billing/billing.contract.ts'
import type { TreasuryStep } from '#worker/domain/treasury.ts'
import type { HomeTask } from '#worker/home/home.contract.ts'

let token: string
let userId: number
const year = 2027

const ask = (method: string, path: string, body?: unknown) =>
  call(method, `/api${path}`, body, { token })

async function done(method: string, path: string, body?: unknown) {
  const response = await ask(method, path, body)
  const answer = response.status === 204 ? null : await json(response)
  expect(response.status, JSON.stringify(answer)).toBeLessThan(300)
  return answer
}

const treasury = (of = year): Promise<Treasury> => done('GET', `/treasury?year=${of}`)
const claims = (): Promise<FeeClaim[]> => done('GET', `/billing/claims?year=${year}`)

/** The steps as "check done 2027-01-15". */
const pathOf = ({ steps }: { steps: readonly TreasuryStep[] }) =>
  Object.fromEntries(steps.map(({ id, state, day }) => [id, day ? `${state} ${day}` : state]))

/** Counts of open claims from the list of claims, independent of the counting in SQL. */
async function countedByHand() {
  const all = await claims()
  const open = all.filter(({ openInCent, merged }) => openInCent > 0 && !merged)
  const sumOf = (those: readonly FeeClaim[]) => ({
    count: those.length,
    sumInCent: those.reduce((sum, { openInCent }) => sum + openInCent, 0),
  })
  return {
    fees: {
      count: all.length,
      sumInCent: all.reduce((sum, { amountInCent }) => sum + amountInCent, 0),
    },
    freeCount: all.filter(({ amountInCent }) => amountInCent === 0).length,
    open: sumOf(open),
    collectible: sumOf(open.filter(({ obstacle }) => obstacle === null)),
    returned: open.filter(({ state }) => state === 'returned').length,
  }
}

const bank = {
  bankingIban: 'DE89370400440532013000',
  bankingSepaAllowed: true,
  bankingSepaAllowedDate: '2014-02-01',
}
const address = {
  addressStreet: 'Marktplatz',
  addressNumber: '1',
  addressPlz: '88410',
  addressTown: 'Schellental',
}

beforeEach(async () => {
  setClock('2027-01-15T12:00:00Z')
  const user = await signedIn('management')
  token = user.token
  userId = user.id
  await done('PUT', '/guild/settings', {
    creditorName: 'Narrenzunft Schellental e.V.',
    creditorId: 'DE98ZZZ09999999999',
    creditorIban: 'DE02120300000000202051',
  })
})

describe('The year of the treasury', () => {
  test('For a guild without members every step of the treasury\'s year has the state "later"', async () => {
    const empty = await treasury()
    expect(new Set(Object.values(pathOf(empty)))).toEqual(new Set(['later']))
    expect(empty.parades).toMatchObject({ online: { count: 0 }, cash: [] })
    expect(JSON.stringify(empty)).not.toMatch(/iban|mandate_id|DE89/i)
  })

  test("The steps of the treasury's year, from checking the fees to the report, become due and done one after the other, with the sums of the claims", async () => {
    // Two with a mandate, one without, one without an IBAN, one who pays nothing.
    await aMember({ ...bank, ...address, memberNumber: 1, lastName: 'Abele' })
    await aMember({ ...bank, ...address, memberNumber: 2, lastName: 'Beck' })
    const { id: without } = await aMember({ ...address, memberNumber: 3, lastName: 'Cless' })
    await aMember({ ...bank, ...address, bankingIban: '', memberNumber: 4, lastName: 'Dorn' })
    await aMember({ ...bank, memberNumber: 5, individualFeeInCent: 0, lastName: 'Ehret' })

    const open = await treasury()
    expect(open).toMatchObject({
      closedOn: null,
      isClosable: true,
      fees: { count: 5, sumInCent: 8000 },
      freeCount: 1,
      collectible: { count: 2, sumInCent: 4000 },
      uncollectible: [
        { reason: 'Kein SEPA-Mandat', count: 1 },
        { reason: 'IBAN fehlt', count: 1 },
      ],
    })
    expect(pathOf(open)).toMatchObject({ check: 'open', close: 'now', file: 'later' })

    await done('POST', '/billing/years', { year, expected: open.fees })
    const closed = await treasury()
    expect(closed).toMatchObject(await countedByHand())
    expect(pathOf(closed)).toEqual({
      check: 'done 2027-01-15',
      close: 'done 2027-01-15',
      file: 'now',
      announce: 'later',
      credit: 'later',
      statement: 'later',
      letters: 'open',
      report: 'later',
    })
    expect(closed).toMatchObject({ toInvoice: 2, toRemind: 0 })

    const run = await done('POST', '/billing/runs', { year, after: null, dueDate: '2027-02-11' })
    const made = await treasury()
    expect(made).toMatchObject(await countedByHand())
    expect(made.runs).toMatchObject([{ id: run.id, count: 2, sumInCent: 4000, announced: 0 }])
    expect(pathOf(made)).toMatchObject({
      file: 'done 2027-01-15',
      announce: 'now 2027-01-28',
      credit: 'open 2027-02-11',
      statement: 'later',
    })

    const [first, second] = await claims()
    await done('POST', '/billing/letters', {
      kind: 'notice',
      year,
      runId: run.id,
      payerIds: [first?.payer.id, second?.payer.id],
      channel: 'letter',
      dueOn: '2027-02-11',
    })
    expect(pathOf(await treasury())).toMatchObject({ announce: 'done' })
    await done('POST', '/billing/letters', {
      kind: 'invoice',
      year,
      payerIds: [without],
      channel: 'letter',
      dueOn: '2027-02-20',
    })
    expect(await treasury()).toMatchObject({ toInvoice: 1, letters: { count: 1 } })

    setClock('2027-02-12T12:00:00Z')
    token = await tokenOf(userId)
    await done('POST', `/billing/runs/${run.id}/credited`, { day: '2027-02-11' })
    expect(pathOf(await treasury())).toMatchObject({
      credit: 'done 2027-02-11',
      statement: 'now',
      letters: 'open',
    })

    // From the statement: one debit came back, and the invoice was paid.
    const third = (await claims()).find(({ member }) => member.id === without)
    await done('POST', '/billing/bookings', {
      bookings: [
        {
          claimId: first?.id,
          kind: 'returned',
          amountInCent: 2000,
          day: '2027-02-12',
          reasonCode: 'AM04',
          bankKey: 'a',
        },
        { claimId: third?.id, kind: 'paid', amountInCent: 2000, day: '2027-02-11', bankKey: 'b' },
      ],
    })
    const read = await treasury()
    expect(read).toMatchObject(await countedByHand())
    expect(read).toMatchObject({
      returned: 1,
      collectible: { count: 0 },
      statement: { count: 2, last: '2027-02-12' },
      toInvoice: 2,
    })

    const fourth = (await claims()).find(({ member }) => member.lastName === 'Dorn')
    const payerIds = [first?.payer.id, fourth?.payer.id]
    const paper = { year, payerIds, channel: 'letter' }
    await done('POST', '/billing/letters', { ...paper, kind: 'invoice', dueOn: '2027-03-01' })
    const invoiced = await treasury()
    expect(invoiced).toMatchObject({ toInvoice: 0, toRemind: 0 })
    expect(pathOf(invoiced)).toMatchObject({ letters: 'later' })

    // The invoices are of 12 February.
    setClock('2027-03-13T12:00:00Z')
    token = await tokenOf(userId)
    expect(await treasury()).toMatchObject({ toInvoice: 0, toRemind: 0 })
    setClock('2027-03-14T12:00:00Z')
    token = await tokenOf(userId)
    const overdue = await treasury()
    expect(overdue).toMatchObject({ toInvoice: 0, toRemind: 2 })
    expect(pathOf(overdue)).toMatchObject({ statement: 'now', letters: 'open', report: 'later' })
    await done('POST', '/billing/letters', { ...paper, kind: 'reminder', dueOn: '2027-03-28' })
    expect(await treasury()).toMatchObject({ toRemind: 0, letters: { count: 5 } })

    await done('POST', '/billing/bookings', {
      bookings: [first, fourth].map((claim) => ({
        claimId: claim?.id,
        kind: 'paid',
        amountInCent: 2000,
        day: '2027-03-14',
        method: 'cash',
      })),
    })
    const settled = await treasury()
    expect(settled).toMatchObject(await countedByHand())
    expect(pathOf(settled)).toMatchObject({
      statement: 'done 2027-02-12',
      letters: 'done 2027-03-14',
      report: 'now',
    })
  })

  test('If a SEPA file is voided and a member added after the closing, the steps "file" and "check" of the treasury are due again', async () => {
    await aMember({ ...bank, memberNumber: 1 })
    const { fees } = await treasury()
    await done('POST', '/billing/years', { year, expected: fees })
    const { id } = await done('POST', '/billing/runs', { year, after: null })
    await done('POST', `/billing/runs/${id}/void`, { reason: 'Falscher Tag' })
    await aMember({ memberNumber: 2 })
    const again = await treasury()
    expect(again).toMatchObject({ runs: [], unclosed: 1, collectible: { count: 1 } })
    expect(pathOf(again)).toMatchObject({ check: 'open', file: 'now', credit: 'later' })
  })

  test("The treasury's counts of collectible and uncollectible fees equal those of the list of fees, for every reason", async () => {
    const payer = await aMember({ ...bank, memberNumber: 1 })
    const ill = [
      { bankingSepaAllowed: false },
      { bankingIban: '' },
      { bankingIban: 'DE22500500009876543210' },
      { bankingIban: 'CH9300762011623852957' },
      { bankingIban: 'US64SVBKUS6S3300958879' },
      { bankingSepaAllowedDate: null },
      { bankingSepaAllowedDate: '2027-12-31' },
      { memberNumber: 0 },
      { mandateReference: 'Straße §' },
      { mandateReference: 'M1-20140201' },
      { individualFeeInCent: 0 },
      { individualFeeInCent: 100_000_000_000 },
      { payerId: payer.id, bankingIban: '' },
      { membershipState: 'Passive' as const },
      { membershipState: 'Died' as const },
      {},
    ]
    for (const [index, values] of ill.entries()) {
      await aMember({ ...bank, memberNumber: index + 2, ...values })
    }
    const compare = async () => {
      const { collectible, uncollectible, ...counted } = await treasury()
      const list = await done('GET', `/billing/membershipfees/${year}`)
      const { fees, collectibleCount: count, collectibleInCent: sumInCent } = list as MembershipFees
      expect(collectible).toEqual({ count, sumInCent })
      const left = fees
        .filter(({ amountInCent, obstacle }) => amountInCent !== 0 && obstacle !== null)
        .filter(({ openInCent }) => openInCent === null || openInCent > 0)
      const reasons = Map.groupBy(left, ({ obstacle }) => obstacle)
      expect(Object.fromEntries(uncollectible.map((one) => [one.reason, one.count]))).toEqual(
        Object.fromEntries([...reasons].map(([reason, those]) => [reason, those.length])),
      )
      return { ...counted, collectible, uncollectible }
    }
    const { fees, uncollectible } = await compare()
    expect(uncollectible.length).toBeGreaterThanOrEqual(6)
    await done('POST', '/billing/years', { year, expected: fees })
    await compare()
    await done('POST', '/billing/runs', { year, after: null })
    expect((await compare()).collectible.count).toBe(0)
  })

  test("The overview's tasks and the treasury show the same numbers of fees to be reminded of, returned debits and debits to announce", async () => {
    await aMember({ ...bank, ...address, memberNumber: 1 })
    const { id: second } = await aMember({ ...address, memberNumber: 2 })
    const { fees } = await treasury()
    await done('POST', '/billing/years', { year, expected: fees })
    const run = await done('POST', '/billing/runs', { year, after: null, dueDate: '2027-02-01' })
    const agree = async () => {
      const { returned, toRemind, runs } = await treasury()
      const { tasks }: { tasks: HomeTask[] } = await done('GET', '/home')
      const count = (kind: 'treatReturns' | 'remind' | 'announceDebit') => {
        const task = tasks.find((one) => one.kind === kind)
        return task && 'count' in task ? task.count : 0
      }
      expect(count('treatReturns')).toBe(returned)
      expect(count('remind')).toBe(toRemind)
      const [file] = runs
      const { debitCount = 0, announced = 0, unreachable = [] } = file ?? {}
      expect(count('announceDebit')).toBe(debitCount - announced - unreachable.length)
      return { returned, toRemind, tasks: tasks.map(({ kind }) => kind) }
    }
    expect(await agree()).toMatchObject({ tasks: ['announceDebit'] })
    const paper = { year, channel: 'letter', dueOn: '2027-02-28' }
    const [first] = await claims()
    const notice = { ...paper, kind: 'notice', runId: run.id, payerIds: [first?.payer.id] }
    await done('POST', '/billing/letters', { ...notice, dueOn: '2027-02-01' })
    await done('POST', '/billing/letters', { ...paper, kind: 'invoice', payerIds: [second] })
    expect(await agree()).toEqual({ returned: 0, toRemind: 0, tasks: [] })
    setClock('2027-02-14T12:00:00Z')
    token = await tokenOf(userId)
    await done('POST', `/billing/runs/${run.id}/submitted`, { day: '2027-01-20' })
    const back = { kind: 'returned', amountInCent: 2000, day: '2027-02-03', reasonCode: 'AM04' }
    await done('POST', '/billing/bookings', { bookings: [{ claimId: first?.id, ...back }] })
    expect(await agree()).toMatchObject({ returned: 1, toRemind: 1 })
    await done('POST', '/billing/bookings', {
      bookings: [{ claimId: first?.id, kind: 'paid', amountInCent: 1000, day: '2027-02-14' }],
    })
    // Paid in part: it is open, but no longer a return.
    expect(await agree()).toMatchObject({ returned: 0, toRemind: 1 })
  })

  test('The treasury names the payers to whom no letter can be written before the first announcement, and announcing is done when only they are left', async () => {
    const toldByMail = { ...bank, memberNumber: 1, lastName: 'Abele', eMail: 'abele@example.de' }
    const { id: told } = await aMember(toldByMail)
    await aMember({ ...bank, ...address, memberNumber: 2, lastName: 'Beck', addressPlz: ' ' })
    const { id: dead } = await aMember({ ...bank, ...address, memberNumber: 3, lastName: 'Cless' })
    const { id: parent } = await aMember({ ...bank, ...address, memberNumber: 4, lastName: 'Dorn' })
    const paid = { ...address, payerId: parent, memberNumber: 5, lastName: 'Ehret' }
    const { id: child } = await aMember(paid)
    const { fees } = await treasury()
    await done('POST', '/billing/years', { year, expected: fees })
    const run = await done('POST', '/billing/runs', { year, after: null, dueDate: '2027-02-01' })
    await rows(
      `UPDATE members SET membership_state = 'Died' WHERE id IN (${dead}, ${child}) RETURNING id`,
    )
    const of = async () => {
      const { runs, steps } = await treasury()
      const { tasks }: { tasks: HomeTask[] } = await done('GET', '/home')
      const names = runs[0]?.unreachable.map(({ lastName }) => lastName).sort()
      const task = tasks.find(({ kind }) => kind === 'announceDebit')
      return {
        names,
        announce: pathOf({ steps }).announce,
        count: task && 'count' in task && task.count,
      }
    }
    const names = ['Beck', 'Cless', 'Dorn']
    expect(await of()).toEqual({ names, announce: 'now 2027-01-18', count: 4 })
    const notice = { kind: 'notice', year, runId: run.id, channel: 'mailElseLetter' }
    await done('POST', '/billing/letters', { ...notice, payerIds: [told], dueOn: '2027-02-01' })
    expect(await of()).toEqual({ names, announce: 'done', count: undefined })
    // The page of letters gives none of them a letter, either.
    const all = [...new Set((await claims()).map(({ payer }) => payer.id))].filter(
      (id) => id !== told,
    )
    const response = await ask('POST', '/billing/letters', {
      ...notice,
      payerIds: all,
      dueOn: '2027-02-01',
    })
    expect((await json(response)).error.rows).toHaveLength(3)
  })

  test('A past year that was never closed can no longer be closed, and none of its treasury steps is due', async () => {
    await aMember({ ...bank, memberNumber: 1 })
    const past = await treasury(2025)
    expect(past).toMatchObject({ isClosable: false, fees: { count: 0 } })
    expect(past.steps.some(({ state }) => state === 'now')).toBe(false)
  })

  test("Readonly users can read the treasury's year without bank data; helpers cannot (403)", async () => {
    await aMember({ ...bank, memberNumber: 1 })
    token = (await signedIn('readonly')).token
    const response = await ask('GET', '/treasury')
    expect(response.status).toBe(200)
    expect(await response.text()).not.toMatch(/DE89|iban/i)
    token = (await signedIn('helper')).token
    expect((await ask('GET', '/treasury')).status).toBe(403)
  })
})
