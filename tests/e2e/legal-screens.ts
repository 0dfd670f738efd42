import { paths } from '#web/paths.ts'
import type { Screen } from './screen.ts'

/** The legal pages, and the settings in which management edits them. */
export const legalScreens: Screen[] = [
  { name: 'imprint', role: null, path: () => paths.imprint },
  { name: 'privacy', role: null, path: () => paths.privacy },
  { name: 'accessibility', role: null, path: () => paths.accessibility },
  {
    name: 'settings-legal',
    role: 'management',
    path: () => paths.settings,
    act: (page) => page.getByRole('button', { name: 'Angaben ändern' }).click(),
  },
  {
    name: 'settings-self-cancel',
    role: 'management',
    path: () => paths.settings,
    act: (page) => page.getByRole('button', { name: 'Absagen ändern' }).click(),
  },
]
