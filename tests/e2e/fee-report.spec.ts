import { paths } from '#web/paths.ts'
import type { FeeClaim, FeeClaimBooking, FeeYear } from '#worker/billing/billing.contract.ts'
import type { FeeBooking } from '#worker/domain/fee-ledger.ts'
import { expect, test } from './fixtures.ts'
import { textsOf } from './printed-text.ts'

const none = { runId: null, endToEndId: null, mandateId: null, reversesId: null, method: null }
const createdBy = { createdAt: '2026-12-07T10:00:00.000Z', createdBy: 'Sabine Kächele' }
const ofBank = { reasonCode: null, bankChargeInCent: null, bankKey: null }
function aBooking(booking: Pick<FeeBooking, 'id' | 'kind' | 'amountInCent'> & Partial<FeeBooking>) {
  return { day: '2026-12-07', ...none, ...ofBank, note: '', ...createdBy, ...booking }
}

function aClaim(id: number, lastName: string, bookings: FeeClaimBooking[], year = 2026): FeeClaim {
  const member = { id, firstName: 'Ida', lastName, birthday: null, memberNumber: id }
  const openInCent = bookings.reduce((sum, { amountInCent }) => sum + amountInCent, 2000)
  const rest = {
    reason: 'Aktiv ab 18',
    state: 'open',
    obstacle: null,
    payerIban: '',
    payerIbanTail: null,
  } as const
  const account = { payerBic: '', payerSepaAllowed: false, payerSepaAllowedDate: null }
  const payer = { ...member, id: 900, firstName: 'Rosa' }
  return {
    id,
    year,
    member,
    payer,
    amountInCent: 2000,
    openInCent,
    ...rest,
    ...account,
    today: null,
    bookings,
    merged: false,
  }
}

const run = {
  id: 7,
  messageId: 'MB2026-20261120134205',
  createdAt: '2026-11-20T12:42:05.000Z',
  dueDate: '2026-12-07',
  count: 60,
  sumInCent: 120_000,
  creditedOn: '2026-12-08',
  createdBy: 'Sabine Kächele',
  voidedAt: null,
  voidReason: '',
  submittedOn: null,
  hasFile: true,
}
const year: FeeYear = {
  year: 2026,
  closed: true,
  count: 64,
  sumInCent: 128_000,
  openInCent: 4350,
  unclosed: [],
  runs: [run],
}

// 60 collected, one of them returned with a charge passed on; one paid too much in cash; one
// waived; two unpaid; one of 2025 still open.
const collected = Array.from({ length: 60 }, (_, index) => {
  const debit = aBooking({ id: 100 + index, kind: 'collected', amountInCent: -2000, runId: 7 })
  const back = { kind: 'returned', amountInCent: 2000, runId: 7, reversesId: 100 } as const
  const returned = [
    aBooking({ id: 300, ...back, reasonCode: 'AM04', bankChargeInCent: 350 }),
    aBooking({ id: 301, kind: 'charged', amountInCent: 350 }),
  ]
  return aClaim(index + 1, `Muster${index + 1}`, index === 0 ? [debit, ...returned] : [debit])
})
const claims = [
  ...collected,
  aClaim(61, 'Abele', [aBooking({ id: 400, kind: 'paid', amountInCent: -2500, method: 'cash' })]),
  aClaim(62, 'Bär', [
    aBooking({
      id: 401,
      kind: 'waived',
      amountInCent: -2000,
      note: 'Härtefall, beschlossen am 3. November',
    }),
  ]),
  aClaim(63, 'Christ', []),
  aClaim(64, 'Dorn', []),
]
const open = [
  aClaim(65, 'Eberle', [], 2025),
  ...claims.filter(({ openInCent }) => openInCent !== 0),
]

test('The printed Beitragsabrechnung shows what was due and how it was settled, and its sums add up', async ({
  browserOf,
}) => {
  const page = await browserOf('readonly')
  await page.route('**/api/billing/years', (route) => route.fulfill({ json: [year] }))
  await page.route('**/api/billing/claims?*', (route) =>
    route.fulfill({ json: route.request().url().includes('open=') ? open : claims }),
  )
  await page.goto(paths.feeReport)
  await expect(page.getByRole('heading', { name: 'Beitragsabrechnung 2026' })).toBeVisible()
  await expect(page.getByText('Probe:')).toBeVisible()

  const { pageCount, texts } = await textsOf(await page.pdf({ preferCSSPageSize: true }))
  expect(pageCount).toBe(1)
  const paper = texts
    .map(({ text }) => text)
    .join('')
    .replace(/\s+/g, '')
  // Spaces are removed, since the minus sign is a text of its own in another font.
  const expectText = (words: string) => expect(paper).toContain(words.replace(/\s+/g, ''))
  expectText('Festgeschrieben 64 1.280,00 €')
  expectText('Weiterbelastete Gebühren 1 3,50 €')
  expectText('Eingezogen 60 −1.200,00 €')
  expectText('Zurückgegeben 1 20,00 €')
  expectText('Bar bezahlt 1 −25,00 €')
  expectText('Erlassen 1 −20,00 €')
  // 20.00 + 3.50 of the returned one, and twice 20.00 of the unpaid ones.
  expectText('Offen 3 63,50 €')
  expectText('Guthaben 1 −5,00 €')
  expectText('1.280,00 € + 3,50 € − 1.200,00 € + 20,00 € − 25,00 € − 20,00 € = 63,50 € − 5,00 €')
  // Dates and references are not split.
  for (const whole of ['07.12.2026', 'MB2026-20261120134205']) {
    expect(texts.map(({ text }) => text)).toContain(whole)
  }
  expectText('Gutgeschrieben am 08.12.2026 1: 20,00 €, Gebühren 3,50 €')
  expectText('Härtefall, beschlossen am 3. November')
  expectText('Eberle, Ida 2025 Eberle, Rosa 20,00 €')
  expectText('Zusammen 78,50 €')
  expectText('Unterschrift Kassenprüfer')
  expect(paper).not.toMatch(/Drucken|herunterladen|Jahrwählen/)
  for (const { x } of texts) {
    expect(x).toBeGreaterThanOrEqual(13)
    expect(x).toBeLessThan(196)
  }
})
