import { describe, expect, test } from 'vitest'
import { seeded } from '#tests/support/check-in-machine/seeded.ts'
import type { FeeBooking } from '#worker/domain/fee-ledger.ts'
import {
  feeReport,
  type ReportClaim,
  type ReportLine,
  type ReportRun,
  reportLines,
} from '#worker/domain/fee-report.ts'

const person = { id: 1, firstName: 'Annegret', lastName: 'Gruber' }

function aClaim(id: number, amountInCent: number, bookings: FeeBooking[] = []): ReportClaim {
  return { id, year: 2026, member: person, payer: person, amountInCent, bookings }
}

let lastId = 0
function aBooking(kind: FeeBooking['kind'], amountInCent: number, rest: Partial<FeeBooking> = {}) {
  lastId += 1
  const none = { runId: null, endToEndId: null, mandateId: null, reversesId: null, method: null }
  const ofBank = { reasonCode: null, bankChargeInCent: null, bankKey: null }
  const day = '2026-12-07'
  return { id: lastId, kind, amountInCent, day, ...none, ...ofBank, note: '', ...rest }
}

const aRun = (id: number, rest: Partial<ReportRun> = {}): ReportRun => ({
  id,
  messageId: `MB2026-${id}`,
  dueDate: '2026-12-07',
  count: 1,
  sumInCent: 2000,
  creditedOn: null,
  voidedAt: null,
  ...rest,
})

/** A report by hand: for each line what it sums up to. */
function sums(claims: ReportClaim[], runs: ReportRun[]): Partial<Record<ReportLine, number>> {
  const { lines } = feeReport(claims, runs)
  return Object.fromEntries(
    reportLines.filter((line) => lines[line].count > 0).map((line) => [line, lines[line].inCent]),
  )
}

describe('the sums of a fee report', () => {
  test('The fee report of a year without fees has only sums of zero and is balanced', () => {
    const report = feeReport([], [])
    expect(sums([], [])).toEqual({})
    expect(report).toMatchObject({ isEven: true, open: { count: 0, inCent: 0 }, runs: [] })
  })

  test('In a fee report, a returned debit counts as collected and as returned, and its bank charge is listed with its SEPA file', () => {
    const debit = aBooking('collected', -2000, { runId: 7 })
    const back = aBooking('returned', 2000, { runId: 7, reversesId: debit.id })
    const claim = aClaim(1, 2000, [
      debit,
      { ...back, reasonCode: 'AM04', bankChargeInCent: 350 },
      aBooking('charged', 350),
    ])
    expect(sums([claim], [aRun(7)])).toEqual({
      claimed: 2000,
      charged: 350,
      collected: -2000,
      returned: 2000,
    })
    const report = feeReport([claim], [aRun(7), aRun(8)])
    expect(report).toMatchObject({ isEven: true, open: { count: 1, inCent: 2350 } })
    expect(
      report.runs.map(({ returns, bankChargesInCent }) => [returns, bankChargesInCent]),
    ).toEqual([
      [{ count: 1, inCent: 2000 }, 350],
      [{ count: 0, inCent: 0 }, 0],
    ])
  })

  test('In a fee report, an undone return of a debit is not counted, so that a debit that is returned again later has one return', () => {
    const debit = aBooking('collected', -2000, { runId: 7 })
    const back = aBooking('returned', 2000, {
      runId: 7,
      reversesId: debit.id,
      bankChargeInCent: 350,
    })
    const again = aBooking('undone', -2000, { runId: 7, reversesId: back.id })
    const undone = aClaim(1, 2000, [debit, back, again])
    expect(sums([undone], [aRun(7)])).toEqual({ claimed: 2000, collected: -2000 })
    expect(feeReport([undone], [aRun(7)]).runs[0]?.bankChargesInCent).toBe(0)

    const twice = aBooking('returned', 2000, { runId: 7, reversesId: again.id })
    const returned = aClaim(1, 2000, [debit, back, again, twice])
    expect(sums([returned], [aRun(7)])).toEqual({
      claimed: 2000,
      collected: -2000,
      returned: 2000,
    })
    expect(feeReport([returned], [aRun(7)]).isEven).toBe(true)
  })

  test('In a fee report, no debit of a voided SEPA file counts as collected, even if a return of the debit was undone before', () => {
    const debit = aBooking('collected', -2000, { runId: 7 })
    const voided = aBooking('undone', 2000, { runId: 7, reversesId: debit.id })
    const other = aBooking('collected', -1500, { runId: 7 })
    const back = aBooking('returned', 1500, { runId: 7, reversesId: other.id })
    const again = aBooking('undone', -1500, { runId: 7, reversesId: back.id })
    const gone = aBooking('undone', 1500, { runId: 7, reversesId: again.id })
    const claims = [aClaim(1, 2000, [debit, voided]), aClaim(2, 1500, [other, back, again, gone])]
    const run = aRun(7, { voidedAt: '2026-12-01T08:00:00.000Z' })
    expect(sums(claims, [run])).toEqual({ claimed: 3500 })
    expect(feeReport(claims, [run])).toMatchObject({ isEven: true, open: { inCent: 3500 } })
  })

  test('In a fee report, transfers and cash are listed separately; an overpayment is a credit and does not reduce the open fees', () => {
    const claims = [
      aClaim(1, 2000, [aBooking('paid', -2500, { method: 'transfer' })]),
      aClaim(2, 2000, [aBooking('paid', -500, { method: 'cash' })]),
    ]
    expect(sums(claims, [])).toEqual({ claimed: 4000, transferred: -2500, inCash: -500 })
    expect(feeReport(claims, [])).toMatchObject({
      open: { count: 1, inCent: 1500 },
      credit: { count: 1, inCent: -500 },
      isEven: true,
    })
  })

  test('A fee report lists each waiver and correction with its note, but not an undone waiver', () => {
    const wrong = aBooking('waived', -2000, { note: 'Verwechselt' })
    const claims = [
      aClaim(1, 2000, [wrong, aBooking('undone', 2000, { reversesId: wrong.id })]),
      aClaim(2, 2000, [aBooking('corrected', -500, { note: 'Jetzt Passiv' })]),
      aClaim(3, 1500, [aBooking('waived', -1500, { note: 'Härtefall' })]),
    ]
    const { waived, corrected } = feeReport(claims, [])
    expect(waived.map(({ claim, booking }) => [claim.id, booking.note])).toEqual([[3, 'Härtefall']])
    expect(corrected.map(({ claim, booking }) => [claim.id, booking.note])).toEqual([
      [2, 'Jetzt Passiv'],
    ])
  })
})

/** A year as it happens: each act is booked, and added to the sums at once; what is undone is taken off again. */
function aYear(seed: number) {
  const random = seeded(seed)
  const upTo = (most: number) => Math.floor(random() * most)
  const told = new Map<ReportLine, number>()
  const count = (line: ReportLine, cents: number) => told.set(line, (told.get(line) ?? 0) + cents)
  const claims = Array.from({ length: 12 }, (_, index) => {
    const amountInCent = upTo(5) * 500
    count('claimed', amountInCent)
    return {
      claim: aClaim(index + 1, amountInCent),
      bookings: [] as FeeBooking[],
      open: amountInCent,
    }
  })
  type Account = (typeof claims)[number]
  type Undoable = { of: Account; booking: FeeBooking; line: ReportLine }
  const undoable: Undoable[] = []
  const runs: (ReportRun & { debits: { of: Account; live: FeeBooking; isBack: boolean }[] })[] = []
  const book = (of: Account, booking: FeeBooking) => {
    of.bookings.push(booking)
    of.open += booking.amountInCent
    return booking
  }
  const act = (of: Account, line: ReportLine, booking: FeeBooking) => {
    count(line, booking.amountInCent)
    undoable.push({ of, line, booking: book(of, booking) })
  }
  const undo = ({ of, booking, line }: Undoable) => {
    count(line, -booking.amountInCent)
    book(of, aBooking('undone', -booking.amountInCent, { reversesId: booking.id }))
  }
  for (let step = 0; step < 80; step += 1) {
    const of = claims[upTo(claims.length)]
    if (!of) continue
    switch (upTo(9)) {
      case 0:
        act(of, 'transferred', aBooking('paid', -100 * (1 + upTo(30)), { method: 'transfer' }))
        break
      case 1:
        act(of, 'inCash', aBooking('paid', -100 * (1 + upTo(30)), { method: 'cash' }))
        break
      case 2:
        act(of, 'corrected', aBooking('corrected', 100 * (1 + upTo(9))))
        break
      case 3:
        act(of, 'charged', aBooking('charged', 350))
        break
      case 4:
        if (of.open > 0) act(of, 'waived', aBooking('waived', -of.open))
        break
      case 5:
        if (of.open < 0) act(of, 'refunded', aBooking('refunded', -of.open))
        break
      case 6: {
        const [last] = undoable.splice(upTo(undoable.length), 1)
        if (last) undo(last)
        break
      }
      case 7: {
        const run = { ...aRun(runs.length + 1), debits: [] as (typeof runs)[number]['debits'] }
        for (const one of claims.filter(({ open }) => open > 0)) {
          const live = book(one, aBooking('collected', -one.open, { runId: run.id }))
          count('collected', live.amountInCent)
          run.debits.push({ of: one, live, isBack: false })
        }
        runs.push(run)
        break
      }
      case 8: {
        const run = runs[upTo(runs.length)]
        const debit = run?.debits[upTo(run.debits.length)]
        if (!run || !debit || run.voidedAt) break
        const reverse = (one: typeof debit, kind: 'undone' | 'returned') =>
          book(
            one.of,
            aBooking(kind, -one.live.amountInCent, { runId: run.id, reversesId: one.live.id }),
          )
        if (upTo(4) === 0 && run.debits.every(({ isBack }) => !isBack)) {
          run.voidedAt = '2026-12-01T08:00:00.000Z'
          for (const one of run.debits) count('collected', reverse(one, 'undone').amountInCent)
        } else {
          debit.live = reverse(debit, debit.isBack ? 'undone' : 'returned')
          count('returned', debit.live.amountInCent)
          debit.isBack = !debit.isBack
        }
        break
      }
    }
  }
  return {
    claims: claims.map(({ claim, bookings }) => ({ ...claim, bookings })),
    runs,
    told,
    open: claims.map(({ open }) => open),
  }
}

test('In 500 random years each sum of the fee report equals what was booked, and the open fees less credits equal all balances', () => {
  const seen = new Set<ReportLine>()
  let voided = 0
  for (let seed = 1; seed <= 500; seed += 1) {
    const { claims, runs, told, open } = aYear(seed)
    const report = feeReport(claims, runs)
    const expected = reportLines.map((line) => [line, told.get(line) ?? 0])
    expect(
      reportLines.map((line) => [line, report.lines[line].inCent]),
      `seed ${seed}`,
    ).toEqual(expected)
    expect(report.open.inCent + report.credit.inCent, `seed ${seed}`).toBe(
      open.reduce((sum, one) => sum + one, 0),
    )
    expect(report.isEven, `seed ${seed}`).toBe(true)
    for (const [line, cents] of told) if (cents !== 0) seen.add(line)
    voided += runs.filter(({ voidedAt }) => voidedAt !== null).length
  }
  expect(voided).toBeGreaterThan(20)
  expect([...seen].toSorted()).toEqual([...reportLines].toSorted())
})
