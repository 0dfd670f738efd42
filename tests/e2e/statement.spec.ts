import type { Page } from '@playwright/test'
import { camt, guildIban, line } from '#tests/support/statements/camt.ts'
import { paths } from '#web/paths.ts'
import type { FeeClaim, FeeYear, SepaRun } from '#worker/billing/billing.contract.ts'
import { berlinDay } from '#worker/domain/dates.ts'
import { expect, test } from './fixtures.ts'
import { getAs, postAs } from './session.ts'
import { countSteps } from './steps.ts'
import { expectToast } from './toast.ts'

// The cashier reads a bank statement: a credited file, three returned debits and two transfers.

const today = berlinDay(new Date())
const year = Number(today.slice(0, 4))

type Story = {
  run: SepaRun
  /** Collected, each of one member. */
  debits: [FeeClaim, FeeClaim, FeeClaim]
  /** Open, to be paid by transfer. */
  open: [FeeClaim, FeeClaim]
}

test('From a bank statement three returned debits, two transfers and the credit of a SEPA file are booked; when it is read again, all are shown as booked', async ({
  browserOf,
  guild: { origin },
}) => {
  const story = await collectFees(origin)
  const statement = statementOf(story)
  const page = await browserOf('management')
  const steps = await countSteps(page)
  await page.goto(paths.membershipFees)
  await page.getByRole('link', { name: 'Kontoauszug einlesen' }).click()
  await read(page, statement)
  const act = page.getByRole('button', { name: 'Buchungen übernehmen' })
  await expect(act).toHaveText('6 Buchungen übernehmen')
  await expect(page.getByText('3 Rücklastschriften, 2 Überweisungen, 1 Gutschrift')).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && asked.push(request.url()))
  await act.click()
  await expectToast(page, '6 Buchungen übernommen')
  // The number of steps in docs/security.md, "Steps of honest people"; the chosen file counts as
  // field.
  expect(steps()).toEqual({ presses: 2, fields: 1 })
  await expect(page.getByRole('heading', { name: 'Schon gebucht 6' })).toBeVisible()
  expect(asked.map((url) => new URL(url).pathname)).toEqual([
    '/api/billing/bookings',
    `/api/billing/runs/${story.run.id}/credited`,
  ])

  const claims = await claimsOf(origin)
  const states = (named: readonly FeeClaim[]) =>
    named.map(({ id }) => claims.find((claim) => claim.id === id)).map((claim) => claim?.state)
  expect(states(story.debits)).toEqual(['returned', 'returned', 'returned'])
  expect(states(story.open)).toEqual(['paid', 'paid'])
  const [first] = story.debits
  const charged = claims.find(({ id }) => id === first.id)
  expect(charged?.openInCent).toBe(first.amountInCent)
  expect(charged?.bookings.at(-1)).toMatchObject({ reasonCode: 'AM04', bankChargeInCent: 300 })
  const [known] = (await yearsOf(origin)).filter((one) => one.year === year)
  expect(known?.runs.find(({ id }) => id === story.run.id)?.creditedOn).toBe(today)

  await page.reload()
  await read(page, statement)
  await expect(page.getByRole('heading', { name: 'Schon gebucht 6' })).toBeVisible()
  await expect(act).toHaveCount(0)
})

test('A bank statement of another account is rejected, and the message contains the account', async ({
  browserOf,
}) => {
  const page = await browserOf('management')
  await page.goto(paths.feeStatement)
  await read(page, camt([line()], undefined, 'DE89370400440532013000'))
  await expect(page.getByRole('alert')).toContainText('gehört zu DE89370400440532013000')
})

test('A truncated bank statement is rejected completely: none of its lines is shown', async ({
  browserOf,
}) => {
  const page = await browserOf('management')
  await page.goto(paths.feeStatement)
  const whole = camt([line(), line({ day: today })], undefined, guildIban)
  await read(page, whole.slice(0, -200))
  await expect(page.getByRole('alert')).toContainText('unvollständig oder beschädigt')
  await expect(page.getByRole('heading', { name: 'Dateien der Bank' })).toBeVisible()
  await expect(page.getByText('Xaver Zoller')).toHaveCount(0)
})

const yearsOf = (origin: string) => getAs<FeeYear[]>(origin, 'management', '/api/billing/years')
const claimsOf = (origin: string) =>
  getAs<FeeClaim[]>(origin, 'management', `/api/billing/claims?year=${year}`)

/**
 * Uses members of its own, not collected from by another test: three with a mandate, two without.
 */
async function collectFees(origin: string): Promise<Story> {
  const ids = await enterPayers(origin)
  const [known] = (await yearsOf(origin)).filter((one) => one.year === year)
  if (known?.closed) {
    await postAs(origin, 'management', '/api/billing/claims', { year, memberIds: ids })
  } else if (known) {
    const expected = { count: known.count, sumInCent: known.sumInCent }
    await postAs(origin, 'management', '/api/billing/years', { year, expected })
  }
  const after = known?.runs.find(({ voidedAt }) => voidedAt === null)?.id ?? null
  const run = await postAs<SepaRun>(origin, 'management', '/api/billing/runs', { year, after })
  const claims = await claimsOf(origin)
  const [a, b, c, d, e] = ids.map((id) => claims.find(({ member }) => member.id === id))
  if (!a || !b || !c || !d || !e) throw new Error('A member has no fee')
  return { run, debits: [a, b, c], open: [d, e] }
}

async function enterPayers(origin: string): Promise<number[]> {
  const { number } = await getAs<{ number: number }>(origin, 'management', '/api/member/number')
  const mandate = {
    bankingIban: 'DE89370400440532013000',
    bankingSepaAllowed: true,
    bankingSepaAllowedDate: '2020-01-02',
  }
  const ids: number[] = []
  for (const [index, lastName] of ['Aigner', 'Bantle', 'Cammerer', 'Deufel', 'Engst'].entries()) {
    const { id } = await postAs<{ id: number }>(
      origin,
      'management',
      '/api/member?allowDuplicate=true',
      {
        firstName: 'Kuno',
        lastName,
        birthday: '1980-05-04',
        // Leaves a gap, since another test creates members with successive numbers.
        memberNumber: number + 100 + index,
        ...(index < 3 && mandate),
      },
    )
    ids.push(id)
  }
  return ids
}

const eurosOf = (cents: number) => (cents / 100).toFixed(2)

function statementOf({ run, debits, open }: Story): string {
  const charges = '<Chrgs><Rcrd><Amt Ccy="EUR">3.00</Amt></Rcrd></Chrgs>'
  const returned = debits.map(({ payer, amountInCent, bookings }, index) =>
    line({
      side: 'DBIT',
      day: today,
      name: `${payer.firstName} ${payer.lastName}`,
      euros: eurosOf(amountInCent + (index === 0 ? 300 : 0)),
      endToEndId: bookings.at(-1)?.endToEndId ?? '',
      reason: 'AM04',
      ...(index === 0 && { details: charges }),
    }),
  )
  const paid = open.map(({ payer, openInCent }) =>
    line({
      day: today,
      iban: '',
      euros: eurosOf(openInCent),
      purpose: `Beitrag mb ${year} ${payer.memberNumber} danke`,
    }),
  )
  const batch = `<Btch><PmtInfId>${run.messageId}.0</PmtInfId></Btch><TxDtls>`
  const credit = line({ day: today, iban: '', name: '', euros: eurosOf(run.sumInCent) })
  return camt([...returned, ...paid, credit.replace('<TxDtls>', batch)], undefined, guildIban)
}

async function read(page: Page, statement: string): Promise<void> {
  await page.getByLabel('Kontoauszüge').setInputFiles({
    name: 'auszug.xml',
    mimeType: 'text/xml',
    buffer: Buffer.from(statement),
  })
}
