import type { Page, Route } from '@playwright/test'
import { sample } from '#tests/support/statements/camt.ts'
import {
  abele,
  aClaim,
  aRun,
  aYear,
  collected,
  dorn,
  gruber,
  zoller,
} from '#tests/support/statements/known.ts'
import { paths } from '#web/paths.ts'
import { addDays, berlinDay, daysBetween } from '#worker/domain/dates.ts'
import type { Screen } from './screen.ts'

const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).click()

const answer = (json: unknown) => (route: Route) => route.fulfill({ json })

/** Reads statements for a year that the demo guild need not have closed. */
async function readStatement(page: Page): Promise<void> {
  const years = [aYear([aRun({ sumInCent: 444_500 })])]
  await page.route('**/api/billing/years', answer(years.map(asOfToday)))
  await page.route('**/api/billing/claims?*', (route) =>
    answer(route.request().url().includes('year=2026') ? someClaims.map(asOfToday) : [])(route),
  )
  await page.reload()
  const files = ['sparkasse-052-02.xml', 'volksbank-053-08.xml']
  await page.getByLabel('Kontoauszüge').setInputFiles(
    files.map((name) => {
      const buffer = Buffer.from(withDaysOfToday(sample(name)))
      return { name, mimeType: 'text/xml', buffer }
    }),
  )
  await page.getByRole('heading', { name: /^Überweisungen/ }).waitFor()
}

/**
 * The sample statements end on 10 December 2026. Their days are moved so that they end today, since
 * lines of the future are not ticked.
 */
function withDaysOfToday(text: string): string {
  const shift = daysBetween('2026-12-10', berlinDay(new Date()))
  return text.replace(/2026-\d\d-\d\d/g, (day) => addDays(day, shift))
}

const asOfToday = <Value>(value: Value): Value => JSON.parse(withDaysOfToday(JSON.stringify(value)))

const someClaims = [
  collected({ member: gruber }),
  collected({ member: abele }),
  collected({ member: dorn }),
  aClaim({ member: zoller, amountInCent: 1500 }),
]

export const billingScreens: Screen[] = [
  { name: 'treasury', role: 'management', path: () => paths.treasury },
  { name: 'membership-fees', inGate: true, role: 'management', path: () => paths.membershipFees },
  {
    name: 'membership-fees-next-year',
    role: 'management',
    path: () => `${paths.membershipFees}?year=${new Date().getFullYear() + 1}`,
    act: press('Festschreiben'),
  },
  {
    name: 'membership-fees-refused',
    role: 'management',
    path: () => paths.membershipFees,
    act: async (page) => {
      await page.getByLabel('Fällig am').fill('25.12.2099')
      await page.getByText('Der letzte mögliche Tag ist').waitFor()
    },
  },
  { name: 'statement', role: 'management', path: () => paths.feeStatement },
  {
    name: 'statement-read',
    role: 'management',
    path: () => paths.feeStatement,
    act: readStatement,
  },
  {
    name: 'fee-report',
    role: 'readonly',
    path: () => paths.feeReport,
    act: async (page) => {
      await page
        .getByText(/^Probe:|noch kein Jahr festgeschrieben/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'settings-family-cap',
    role: 'management',
    path: () => paths.settings,
    act: async (page) => {
      await press('Familienbeitrag ändern')(page)
      const previewed = page.waitForResponse(
        (response) =>
          response.url().endsWith('/api/billing/preview') &&
          (response.request().postData() ?? '').includes('4500'),
      )
      await page.getByLabel('Zusammen höchstens').fill('45')
      // Wait for the preview of the new amount, not of the one before.
      await previewed
      await page.getByText('bisher').or(page.getByText('zusammen')).first().waitFor()
    },
  },
  {
    name: 'settings-account',
    role: 'management',
    path: () => paths.settings,
    act: press('Konto ändern'),
  },
  {
    name: 'settings-fees',
    role: 'management',
    path: () => paths.settings,
    act: async (page) => {
      await press('Neue Tabelle')(page)
      await press('Zeile')(page)
      await press('OK')(page)
      await page.getByText('Schreib den Betrag so').waitFor()
    },
  },
  { name: 'fee-letters', role: 'management', path: () => paths.feeLetters },
]
