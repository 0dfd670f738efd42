import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import type { Screen } from './screen.ts'

/** Statistics, lists and pictures, and the settings with their rules. */
export const statisticScreens: Screen[] = [
  { name: 'enrolments-per-parade', role: 'helper', path: () => paths.enrolmentPerParades },
  { name: 'statistics', inGate: true, role: 'management', path: () => paths.statistics },
  { name: 'parades-per-member', role: 'management', path: () => paths.paradesPerMember },
  {
    name: 'parades-honored',
    isKept: true,
    role: 'management',
    path: () => paths.paradesPerMember,
    act: showHonored,
  },
  { name: 'upcoming-birthdays', role: 'readonly', path: () => paths.upcomingBirthdays },
  { name: 'upcoming-honors', role: 'management', path: () => paths.upcomingHonors },
  { name: 'assembly', inGate: true, role: 'management', path: () => paths.assembly },
  {
    name: 'assembly-open',
    role: 'readonly',
    path: () => `${paths.assembly}?date=2027-11-11`,
    act: (page) => page.getByText('Noch nicht erreicht').click(),
  },
  { name: 'assembly-orders', role: 'readonly', path: () => paths.assemblyOrders },
  { name: 'call-up-list', role: 'readonly', path: () => `${paths.callUpList}?date=2027-11-11` },
  { name: 'assembly-report', role: 'readonly', path: () => `${paths.assemblyReport}?year=2026` },
  {
    name: 'assembly-invitations',
    role: 'management',
    path: () => `${paths.assemblyInvitations}?date=2027-11-11`,
  },
  {
    name: 'assembly-certificates',
    role: 'readonly',
    path: () => `${paths.certificates}?date=2027-11-11`,
  },
  { name: 'duties', role: 'readonly', path: () => paths.duties },
  {
    name: 'duty-holders',
    role: 'readonly',
    path: () => `${paths.dutyHolders}?duty=Elferratsmitglied`,
  },
  {
    name: 'honor-holders',
    role: 'readonly',
    path: () => `${paths.honorHolders}?honor=Member_for_25_Years`,
  },
  { name: 'pictures', role: 'readonly', path: () => paths.pictures },
  { name: 'settings', inGate: true, role: 'management', path: () => paths.settings },
]

async function showHonored(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Auswertung für Ehrungen' }).check()
  await page.getByRole('button', { name: 'Anwenden' }).click()
  await page.getByRole('heading', { level: 2 }).first().waitFor()
}
