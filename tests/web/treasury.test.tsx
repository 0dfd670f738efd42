import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { fixToday } from '#tests/support/fixed-today.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json } from '#tests/support/wire.ts'
import { allEntries, currentEntry } from '#web/shell/staff-shell.tsx'
import type { Treasury } from '#worker/billing/billing.contract.ts'
import type { Role } from '#worker/domain/codes.ts'
import { stepsOfYear, type TreasuryFacts } from '#worker/domain/treasury.ts'

const today = '2026-11-21'
fixToday()
const submitCall = 'POST /api/billing/runs/7/submitted'
const none = { count: 0, sumInCent: 0 }

const openYear: TreasuryFacts = {
  closedOn: null,
  fees: { count: 40, sumInCent: 80_000 },
  freeCount: 4,
  withoutRule: 0,
  unclosed: 0,
  uncollectible: [{ reason: 'Kein SEPA-Mandat', count: 5 }],
  open: none,
  collectible: { count: 35, sumInCent: 70_000 },
  returned: 0,
  toInvoice: 0,
  toRemind: 0,
  runs: [],
  statement: { count: 0, last: null },
  letters: { count: 0, last: null },
}

const withFile: TreasuryFacts = {
  ...openYear,
  closedOn: '2026-11-14',
  open: { count: 5, sumInCent: 10_000 },
  collectible: none,
  toInvoice: 5,
  runs: [
    {
      id: 7,
      madeOn: '2026-11-20',
      dueDate: '2026-12-07',
      count: 35,
      debitCount: 30,
      sumInCent: 70_000,
      creditedOn: null,
      submittedOn: null,
      announced: 12,
      unreachable: [],
    },
  ],
}

function openTreasury(facts: TreasuryFacts, roles: Role[] = ['treasurer']) {
  const answer: Treasury = {
    year: 2026,
    isClosable: true,
    ...facts,
    steps: stepsOfYear(facts, today),
    parades: {
      online: { count: 120, sumInCent: 96_000 },
      cash: [{ userId: 4, name: 'Jonas Weber', count: 3, sumInCent: 2_400 }],
      cashReturned: none,
      refunded: { count: 2, sumInCent: 1_600 },
      refundsOpen: none,
      unpaid: { count: 9, sumInCent: 7_200 },
    },
  }
  return renderApp({
    path: '/treasury',
    user: withRoles(...roles),
    wire: {
      'GET /api/treasury': json(answer),
      'GET /api/billing/years': json([]),
      [submitCall]: json({}),
    },
  })
}

const path = async () => within(await screen.findByRole('region', { name: 'Die Beiträge 2026' }))

describe('the treasury', () => {
  test('The treasury of an open year shows how many fees cannot be collected and why, and asks before the year is closed', async () => {
    const app = openTreasury(openYear)
    const steps = await path()
    expect(steps.getByText('5 Beiträge nicht einziehbar')).toBeVisible()
    expect(steps.getByText(/^Nicht einziehbar: Kein SEPA-Mandat \(5\)\./)).toBeVisible()
    expect(steps.getByText(/^40 Beiträge, davon 4 beitragsfrei, zusammen 800,00/)).toBeVisible()
    expect(steps.getByText(/^35 Beiträge, 700,00.*einziehbar$/)).toBeVisible()
    await app.person.click(steps.getByRole('button', { name: 'Festschreiben' }))
    const question = await screen.findByRole('alertdialog', { name: '2026 festschreiben?' })
    expect(question).toHaveTextContent(/40 Beiträge, davon 4 beitragsfrei, zusammen 800,00/)
    expect(question).toHaveTextContent(/Zurücknehmen lässt sich das Festschreiben nicht\./)
  })

  test('Checking the fees has the same number before and after the year is closed, and says that it can be passed over', async () => {
    openTreasury({ ...withFile, uncollectible: openYear.uncollectible, unclosed: 4 })
    const steps = await path()
    expect(steps.getByText('5 Beiträge nicht einziehbar')).toBeVisible()
    expect(steps.getByText(/^4 Mitglieder ohne Beitrag: .*Du kannst weitermachen/)).toBeVisible()
  })

  test('After the SEPA file is made, each next step of the treasury has a day, a number and a link', async () => {
    openTreasury(withFile)
    const steps = await path()
    expect(steps.getByText('12 von 30 Zahlern')).toBeVisible()
    expect(steps.getByText('Jetzt, bis 23.11.2026')).toBeVisible()
    expect(steps.getByRole('link', { name: 'Ankündigung schreiben' })).toHaveAttribute(
      'href',
      '/billing/letters?kind=notice&year=2026&run=7&from=treasury',
    )
    expect(steps.getByText('Offen, fällig am 07.12.2026')).toBeVisible()
    expect(steps.getAllByText(/^Jetzt/)).toHaveLength(1)
    expect(screen.getByText('Als Nächstes:')).toHaveTextContent('Als Nächstes: Ankündigen')
    expect(steps.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Zu den Beiträgen',
      'Zur SEPA-Datei',
      'Ankündigung schreiben',
      'Rechnung schreiben',
      'Mahnung schreiben',
    ])
    expect(steps.getByText(/^5 Beiträge, 100,00.*offen$/)).toBeVisible()
    expect(steps.getAllByText('Erledigt, am 14.11.2026')).toHaveLength(2)
  })

  test('The step of announcing names the one payer whom no letter reaches, and is done once all others have their letter', async () => {
    const unreachable = [{ id: 9, firstName: 'Eva', lastName: 'Blum' }]
    const runs = withFile.runs.map((run) => ({ ...run, announced: 29, unreachable }))
    openTreasury({ ...withFile, runs })
    const steps = await path()
    expect(steps.getByText('29 von 30 Zahlern, nicht erreichbar: Eva Blum')).toBeVisible()
    expect(steps.getByText(/Kein Schreiben erreicht Eva Blum;/)).toBeInTheDocument()
    expect(screen.getByText('Als Nächstes:')).toHaveTextContent('Eingereicht und gutgeschrieben')
  })

  test('The step of invoices and reminders has one button; the other letter is a link', async () => {
    openTreasury(withFile)
    const steps = await path()
    const invoice = steps.getByRole('link', { name: 'Rechnung schreiben' })
    const reminder = steps.getByRole('link', { name: 'Mahnung schreiben' })
    expect([invoice, reminder].map(({ dataset }) => dataset.slot)).toEqual(['button', undefined])
  })

  test('A SEPA file is marked as submitted with a button, and afterwards its step shows the day', async () => {
    const app = openTreasury(withFile)
    const steps = await path()
    await app.person.click(steps.getByRole('button', { name: 'Als eingereicht vermerken' }))
    const form = within(await screen.findByRole('dialog', { name: 'Als eingereicht vermerken' }))
    await app.person.click(form.getByRole('button', { name: 'Eintragen' }))
    expect(await screen.findByText('Einreichung vermerkt')).toBeVisible()
    expect(app.wire.sent(submitCall).map(({ body }) => body)).toEqual([{ day: today }])
    app.unmount()
    const runs = withFile.runs.map((run) => ({ ...run, submittedOn: '2026-11-20' }))
    openTreasury({ ...withFile, runs })
    const after = await path()
    expect(after.getByText(/^Eingereicht am 20\.11\.2026\./)).toBeVisible()
    expect(after.queryByRole('button')).toBeNull()
    expect(after.getByRole('link', { name: 'Gutschrift eintragen' })).toBeVisible()
  })

  test("The treasury shows the money of the year's parades next to the fees", async () => {
    openTreasury(openYear)
    const card = within(await screen.findByRole('region', { name: 'Umzüge 2026' }))
    expect(card.getByText(/^Online bezahlt/)).toHaveTextContent('120 Plätze')
    expect(card.getByText(/^Bar bei Jonas Weber/)).toBeVisible()
    expect(card.getByText(/^Nicht bezahlt/)).toBeVisible()
    expect(card.queryByText(/zurückgegeben/)).toBeNull()
  })

  test.each<Role>(['readonly', 'costumes', 'parades', 'secretary'])(
    'A user with the role "%s" sees the steps of the treasury without buttons and without the link to bank statements; none is theirs to do now',
    async (role) => {
      openTreasury(withFile, [role])
      const steps = await path()
      expect(steps.queryByRole('button')).toBeNull()
      expect(steps.queryByText(/^Jetzt/)).toBeNull()
      expect(screen.queryByText(/^Als Nächstes/)).toBeNull()
      expect(steps.getAllByRole('link', { name: 'Schreiben ansehen' })).toHaveLength(2)
      expect(steps.queryByRole('link', { name: /einlesen|schreiben|eintragen/ })).toBeNull()
    },
  )
})

describe('the entry of the top bar', () => {
  test.each([
    ['/treasury', 'Kasse'],
    ['/billing/membershipfees', 'Kasse'],
    ['/billing/statement', 'Kasse'],
    ['/billing/letters', 'Kasse'],
    ['/billing/report', 'Kasse'],
    ['/orders', 'Kasse'],
    ['/orders/setup', 'Kasse'],
    ['/orders/7', 'Kasse'],
    ['/parades/refunds/7', 'Kasse'],
    ['/parades/details/7', 'Umzüge'],
    ['/enrolment-evening', 'Umzüge'],
    ['/enrolment-per-parades', 'Auswertungen'],
    ['/assembly/report', 'Versammlung'],
    ['/circulars', 'Mitglieder'],
    ['/', 'Übersicht'],
    ['/guild', undefined],
    ['/guild/import/7', undefined],
    ['/users', undefined],
    ['/history', undefined],
    ['/retention', undefined],
    ['/profile', undefined],
  ])('On %s the top bar marks exactly the entry "%s"', (address, label) => {
    expect(currentEntry(allEntries, address)?.label).toBe(label)
  })
})
