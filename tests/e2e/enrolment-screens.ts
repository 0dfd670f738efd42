import { paths } from '#web/paths.ts'
import type { Screen } from './screen.ts'

/** Enrolment by staff, and assigning participations to members. */
export const staffEnrolmentScreens: Screen[] = [
  { name: 'stall', role: 'management', path: () => paths.internalParadeEnrolment },
  {
    name: 'stall-picked',
    role: 'management',
    path: () => paths.internalParadeEnrolment,
    act: async (page, { veteran, open: [parade] }) => {
      await page.getByLabel('Mitglied', { exact: true }).fill(veteran.lastName)
      await page.getByRole('option').first().click()
      await page.getByRole('checkbox', { name: parade.title }).check()
    },
  },
  { name: 'data-correction', role: 'management', path: () => paths.enrolmentDataCleanup },
]
