import { screen, within } from '@testing-library/react'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  aBooking,
  aClaim,
  aDebit,
  aFee,
  claimsCall,
  closedFees,
  closedWire,
  feesCall,
  openFees,
} from '#tests/support/billing.ts'
import { fixToday } from '#tests/support/fixed-today.ts'
import { json } from '#tests/support/wire.ts'
import { feeSums, rowsOfClaims } from '#web/billing/fee-rows.ts'
import '#web/billing/membership-fees-page.tsx'
import '#web/shell/staff-shell.tsx'
import type { FeeClaim, FeeClaimBooking } from '#worker/billing/billing.contract.ts'

fixToday()

const names = ['Ada', 'Bea', 'Cilli', 'Dora', 'Eva', 'Fee', 'Gabi', 'Hanna', 'Ida']
const feeOf = (index: number) =>
  aFee({ memberId: 40 + index, firstName: names[index] ?? 'Zoe', lastName: 'Muster' })

/** What is booked on an account in the order it is written, each with what it does to the four sums. */
type Act = 'pay' | 'payPart' | 'payMuch' | 'collect' | 'waive' | 'charge' | 'correct' | 'return'
const acts: readonly Act[] = [
  'pay',
  'payPart',
  'payMuch',
  'collect',
  'waive',
  'charge',
  'correct',
  'return',
]

/** An account with its sums kept beside it, in other words than those of the page. */
function written(index: number, told: readonly Act[]) {
  const sums = { due: 2000, charges: 0, paid: 0, collected: 0, waived: 0 }
  const open = () => sums.due - sums.paid - sums.collected - sums.waived
  const bookings: FeeClaimBooking[] = []
  for (const act of told) {
    const rest = open()
    if (act === 'charge') {
      bookings.push(aBooking({ kind: 'charged', amountInCent: 300 }))
      sums.due += 300
      sums.charges += 300
    } else if (act === 'correct') {
      bookings.push(aBooking({ kind: 'corrected', amountInCent: 500 }))
      sums.due += 500
    } else if (act === 'return') {
      const debit = bookings.findLast(({ kind }) => kind === 'collected')
      if (!debit || bookings.some(({ reversesId }) => reversesId === debit.id)) continue
      const amountInCent = -debit.amountInCent
      const { id: reversesId, runId } = debit
      bookings.push(aBooking({ kind: 'returned', amountInCent, reversesId, runId }))
      sums.collected -= amountInCent
    } else if (rest > 0) {
      const part = act === 'payPart' ? 100 : act === 'payMuch' ? rest + 700 : rest
      if (act === 'collect') {
        if (bookings.some(({ kind }) => kind === 'collected')) continue
        bookings.push(aDebit({ amountInCent: -rest }))
        sums.collected += rest
      } else if (act === 'waive') {
        bookings.push(aBooking({ kind: 'waived', amountInCent: -rest }))
        sums.waived += rest
      } else {
        bookings.push(aBooking({ amountInCent: -part }))
        sums.paid += part
      }
    }
  }
  return { claim: aClaim(feeOf(index), { amountInCent: 2000, bookings }), sums, open: open() }
}

const accounts = fc
  .array(fc.array(fc.constantFrom(...acts), { maxLength: 5 }), { maxLength: 9 })
  .map((all) => all.map((told, index) => written(index, told)))

test('Each sum of a year is that of its accounts, and its count says of how many', () => {
  fc.assert(
    fc.property(accounts, (all) => {
      const of = (pick: (account: (typeof all)[number]) => number) => {
        const values = all.map(pick)
        const count = values.filter((value) => value !== 0).length
        return { count, sumInCent: values.reduce((sum, value) => sum + value, 0) }
      }
      const sums = feeSums(rowsOfClaims(all.map(({ claim }) => claim)))
      expect(sums).toEqual({
        due: { count: all.length, sumInCent: of(({ sums: { due } }) => due).sumInCent },
        charges: of((one) => one.sums.charges),
        paid: of((one) => one.sums.paid),
        collected: of((one) => one.sums.collected),
        waived: of((one) => one.sums.waived),
        open: of((one) => Math.max(one.open, 0)),
        credit: of((one) => Math.max(-one.open, 0)),
      })
      const { due, paid, collected, open, waived, credit } = sums
      expect(due.sumInCent).toBe(
        paid.sumInCent + collected.sumInCent + open.sumInCent + waived.sumInCent - credit.sumInCent,
      )
    }),
    { numRuns: 400, seed: 20_261_121 },
  )
})

const section = async (name: string) => within(await screen.findByRole('region', { name }))
const chips = () =>
  within(screen.getByRole('group', { name: 'Beiträge filtern' }))
    .getAllByRole('button')
    .map((chip) => chip.textContent)

test('A member without a fee of the year, and one that is set aside, stand in no figure of the page', async () => {
  const fees = [feeOf(0), feeOf(1), feeOf(2)]
  const paid = aClaim(feeOf(0), { bookings: [aBooking()] })
  const open = aClaim(feeOf(1), { bookings: [aBooking({ amountInCent: -500 })] })
  const aside = aClaim(feeOf(0), { id: 2040, merged: true })
  const claims = [paid, open, aside]
  const listed = closedFees([paid, open], fees)
  const late = { id: 42, firstName: 'Cilli', lastName: 'Muster', birthday: null }
  openFees({
    wire: {
      ...closedWire(claims, { count: 2, unclosed: [late] }),
      [claimsCall]: json(claims),
      [feesCall]: json({
        ...listed,
        fees: [...listed.fees, { ...listed.fees[0], claimId: aside.id, state: 'open' }],
      }),
    },
  })
  const list = await section('Beiträge')
  expect(await list.findByRole('heading', { name: /^Alle Beiträge/ })).toHaveTextContent(
    /^Alle Beiträge ?2 · 40,00\s€$/,
  )
  expect(list.getAllByRole('row')).toHaveLength(1 + 2)
  const sums = (await section('Überblick')).getAllByRole('definition')
  expect(sums.map((sum) => sum.textContent?.replaceAll('\u00a0', ' '))).toEqual([
    '40,00 €2 Beiträge',
    '25,00 €2 Beiträge, davon 1 zum Teil',
    '0,00 €0 Beiträge',
    '15,00 €1 offen',
  ])
  expect(chips()).toEqual([
    'Alle 2',
    'Offen 1',
    'Eingezogen 0',
    'Bezahlt 1',
    'Rücklastschrift 0',
    'Erlassen 0',
  ])
  expect(
    screen.getByText(/^Für 1 Mitglied ist 2026 noch kein Beitrag festgeschrieben: Cilli Muster\./),
  ).toHaveTextContent(/steht weder in den Summen noch in der Liste\.$/)
})

test('All fees that would be others today are counted, and how many of them are settled', async () => {
  const today = { amountInCent: 1000, reason: 'Passiv ab 18' }
  const of = (index: number, changes: Partial<FeeClaim> = {}) =>
    aClaim(feeOf(index), { today, ...changes })
  const claims = [
    of(0),
    of(1, { bookings: [aBooking()] }),
    of(2, { bookings: [aBooking({ kind: 'waived' })] }),
    of(3, { amountInCent: 1000 }),
  ]
  const fees = claims.map((_, index) => feeOf(index))
  openFees({ wire: { ...closedWire(claims), [feesCall]: json(closedFees(claims, fees)) } })
  expect(await screen.findByText(/^3 Beiträge wären heute andere/)).toHaveTextContent(
    '3 Beiträge wären heute andere, als festgeschrieben sind. 2 davon sind schon bezahlt, eingezogen oder erlassen und bleiben; 1 lässt sich neu berechnen.',
  )
})
