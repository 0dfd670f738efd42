import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import type { Screen } from './screen.ts'

/**
 * Opens the page as from the member list, which passes the members in the state of the tab's
 * history.
 */
export async function openWithSelection(
  page: Page,
  path: string,
  memberIds: readonly number[],
): Promise<void> {
  await page.evaluate(
    ([address, usr]) => history.pushState({ usr, key: 'chosen', idx: 1 }, '', address),
    [path, { memberIds: [...memberIds] }] as const,
  )
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Thirty ids from the veteran's on: some have left, some have no address. */
const some = (id: number) => Array.from({ length: 30 }, (_, index) => id + index)

export const letterScreens: Screen[] = [
  {
    name: 'labels',
    role: 'management',
    path: () => paths.members,
    act: async (page, { veteran }) => {
      await openWithSelection(page, paths.labels, some(veteran.id))
      await page.getByRole('heading', { name: /Etiketten auf/ }).waitFor()
    },
  },
  { name: 'labels-of-nobody', role: 'readonly', path: () => paths.labels },
  {
    name: 'circular-create',
    role: 'management',
    path: () => paths.members,
    act: async (page, { veteran }) => {
      await openWithSelection(page, paths.circularCreate, some(veteran.id))
      await page
        .getByRole('region', { name: 'Vorschau' })
        .getByText(/^Hallo/)
        .waitFor()
    },
  },
  { name: 'circulars', role: 'management', path: () => paths.circulars },
  { name: 'opt-out', role: null, path: () => '/abbestellen' },
]
