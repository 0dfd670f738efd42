import { screen, waitFor, within } from '@testing-library/react'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import {
  aBooking,
  aClaim,
  aDebit,
  aFee,
  claimsCall,
  closedFees,
  closedWire,
  feesCall,
  figuresCall,
  openFees,
} from '#tests/support/billing.ts'
import { fixToday } from '#tests/support/fixed-today.ts'
import { catchSavedFiles } from '#tests/support/saved-files.ts'
import { json, type WireTable } from '#tests/support/wire.ts'
import { computeFigures, rowsOfClaims } from '#web/billing/fee-rows.ts'
import { feeSums } from '#worker/domain/fee-figures.ts'
import '#web/billing/membership-fees-page.tsx'
import '#web/shell/staff-shell.tsx'
import type { FeeClaim, FeeClaimBooking } from '#worker/billing/billing.contract.ts'

fixToday()

const names = ['Ada', 'Bea', 'Cilli', 'Dora', 'Eva', 'Fee', 'Gabi', 'Hanna', 'Ida']
const feeOf = (index: number) =>
  aFee({ memberId: 40 + index, firstName: names[index] ?? 'Zoe', lastName: 'Muster' })

/** A booking on a fee account. */
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

/** A fee account with these bookings, and its sums computed independently of the page. */
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

test('Each sum and count of a fee year equals the sum or count over its fee accounts, for random bookings', () => {
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

test('Members without a fixed fee, and fees set aside by a merge, are not counted in the figures of the fee page', async () => {
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

test("The fee page shows how many fixed fees would be different with today's data, and how many of these are already settled", async () => {
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

describe('the page of a guild with more fees than the server sends at once', () => {
  const nameOf = (index: number) => `Muster${String(index).padStart(3, '0')}`
  const all = Array.from({ length: 620 }, (_, index) => {
    const fee = aFee({ memberId: 1000 + index, firstName: 'Ida', lastName: nameOf(index) })
    if (index === 619) return aClaim(fee, { bookings: [aDebit({ endToEndId: 'MB2026-7' })] })
    if (index === 3) return aClaim(fee, { bookings: [aDebit({ endToEndId: 'MB2026-7' })] })
    return aClaim(fee, { obstacle: 'Kein SEPA-Mandat' })
  })
  const large: WireTable = {
    ...closedWire(all),
    [claimsCall]: ({ query }) => Response.json(query.has('limit') ? all.slice(0, 500) : all),
    [figuresCall]: json(computeFigures(rowsOfClaims(all))),
  }
  const open = async (path = '/billing/membershipfees') => {
    const app = openFees({ path, wire: large })
    const list = await section('Beiträge')
    const asked = () => app.wire.sent(claimsCall).map(({ query }) => query.get('limit'))
    return { ...app, list, asked }
  }

  test('The fee page opens with 500 fees and the sums of all 620', async () => {
    const { list, asked, person } = await open()
    expect(await list.findByText('1–25 von 620')).toBeVisible()
    expect(list.getByRole('heading', { name: /^Alle Beiträge/ }).parentElement).toHaveTextContent(
      '620 · 12.400,00 €',
    )
    expect(chips().slice(0, 3)).toEqual(['Alle 620', 'Offen 618', 'Eingezogen 2'])
    expect(screen.getByText(/^618 Beiträge nicht einziehbar: 618 ohne SEPA-Mandat/)).toBeVisible()
    await person.click(list.getByRole('button', { name: 'Nächste Seite' }))
    expect(await list.findByText('26–50 von 620')).toBeVisible()
    expect(asked()).toEqual(['500'])
  })

  test.each([
    ['?q=Muster618', 'Gefundene Beiträge', '1–1 von 1', nameOf(618)],
    ['?filter.state=collected', 'Gefundene Beiträge', '1–2 von 2', nameOf(619)],
    ['?sort=-name', 'Alle Beiträge', '1–25 von 620', nameOf(619)],
    ['?page=25', 'Alle Beiträge', '601–620 von 620', nameOf(619)],
  ])('The address %s is applied to all 620 fees', async (search, title, place, name) => {
    const { list, asked } = await open(`/billing/membershipfees${search}`)
    expect(await list.findByRole('link', { name: `${name}, Ida` })).toBeVisible()
    expect(list.getByText(place)).toBeVisible()
    expect(list.getByRole('heading', { name: new RegExp(`^${title}`) })).toBeVisible()
    expect(asked()).toEqual(['500', null])
  })

  test('Export, print and selection load all 620 fees', async () => {
    const saved = catchSavedFiles()
    const print = vi.spyOn(window, 'print').mockImplementation(() => {})
    const { list, asked, person } = await open()
    await list.findByText('1–25 von 620')
    await person.click(list.getByRole('button', { name: 'Export' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    const text = new TextDecoder().decode(await saved[0]?.bytes())
    expect(text.trim().split('\r\n')).toHaveLength(621)
    await person.click(list.getByRole('button', { name: 'Drucken' }))
    expect(print).toHaveBeenCalledOnce()
    await person.click((await list.findAllByRole('checkbox'))[1] as HTMLElement)
    await person.click(list.getByRole('button', { name: 'Alle 620 auswählen' }))
    expect(await list.findByText('620 ausgewählt')).toBeVisible()
    expect(asked()).toEqual(['500', null])
  })

  test('Ctrl+P loads and prints all 620 fees', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => {})
    const { list, asked, person } = await open()
    await list.findByText('1–25 von 620')
    await person.keyboard('{Control>}p{/Control}')
    await waitFor(() => expect(print).toHaveBeenCalledOnce())
    expect(asked()).toEqual(['500', null])
  })

  test('All 620 fees can be selected before they are loaded', async () => {
    const { list, person } = await open()
    await list.findByText('1–25 von 620')
    await person.click((await list.findAllByRole('checkbox'))[1] as HTMLElement)
    await person.click(list.getByRole('button', { name: 'Alle 620 auswählen' }))
    expect(await list.findByText('620 ausgewählt')).toBeVisible()
  })

  test('A link to a fee account opens it even if its fee is not among the first 500', async () => {
    await open('/billing/membershipfees?account=2619')
    expect(await screen.findByRole('dialog', { name: 'Beitragskonto 2026' })).toHaveTextContent(
      nameOf(619),
    )
  })

  test('The form for a returned debit lists all fees of the debit, even those not yet loaded', async () => {
    const { list, person } = await open()
    const row = (await list.findByRole('link', { name: `${nameOf(3)}, Ida` })).closest('tr')
    await person.click(within(row as HTMLElement).getByRole('button'))
    await person.click(await screen.findByRole('menuitem', { name: 'Rücklastschrift eintragen' }))
    const form = await screen.findByRole('dialog', { name: 'Rücklastschrift eintragen' })
    expect(form).toHaveTextContent(nameOf(619))
  })
})
