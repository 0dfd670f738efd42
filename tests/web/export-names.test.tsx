import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { eisele } from '#tests/support/assembly.ts'
import { openFees } from '#tests/support/billing.ts'
import { openCostumes } from '#tests/support/costume-pages.ts'
import { fixToday } from '#tests/support/fixed-today.ts'
import { openMembers } from '#tests/support/members-page.tsx'
import { openOrders } from '#tests/support/order-pages.ts'
import { anOrder } from '#tests/support/order-rows.ts'
import { openParade, paradeCall } from '#tests/support/parade-page.ts'
import { aParade } from '#tests/support/parade-rows.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { catchSavedFiles } from '#tests/support/saved-files.ts'
import { aDutyStatistic, someParades, someSettings } from '#tests/support/statistics.ts'
import { json, type WireTable } from '#tests/support/wire.ts'
import '#web/assembly/assembly-orders-page.tsx'
import '#web/billing/membership-fees-page.tsx'
import '#web/costumes/costumes-page.tsx'
import '#web/shell/staff-shell.tsx'
import '#web/statistics/duties-page.tsx'
import '#web/statistics/parades-per-member-page.tsx'

fixToday()

const openAt = (path: string, wire: WireTable) =>
  renderApp({
    path,
    user: withRoles('management'),
    wire: { 'GET /api/guild/settings': json(someSettings()), ...wire },
  })

const anHonorOrder = {
  date: '2025-11-11',
  type: 'Parades_50',
  orderedOn: '2025-10-01',
  issuer: '',
  member: eisele,
  handedOverOn: null,
}
const titled = (title: string) => () =>
  openParade({ wire: { [paradeCall]: json(aParade({ title })) } })

type Opened = ReturnType<typeof renderApp>

// Every list with a toolbar: `DataTable` is used nowhere else.
test.each<[string, () => Opened | Promise<Opened>]>([
  // Spec §2 names this one.
  ['Export', openMembers],
  ['Kleider', openCostumes],
  ['Beiträge 2026', openFees],
  ['Zahlungen', () => openOrders([anOrder()])],
  ['Teilnehmer Nachtumzug Fuchsenloh', titled('Nachtumzug Fuchsenloh')],
  ['Teilnehmer Umzug Aich Egg 5. Tag', titled('Umzug "Aich/Egg": 5. Tag?')],
  [
    'Sprünge',
    () =>
      openAt('/statistics/parades-per-member', {
        'GET /api/statistics/parades-per-member': json([someParades()]),
        'GET /api/statistics/pictures': json({ jumps: [] }),
      }),
  ],
  [
    'Ämter',
    () => openAt('/statistics/duties', { 'GET /api/statistics/duties': json([aDutyStatistic()]) }),
  ],
  [
    'Bestellte Ehrungen',
    () => openAt('/assembly/orders', { 'GET /api/assembly/orders': json([anHonorOrder]) }),
  ],
])('The exported file of a list is named after the list: %s.csv', async (name, open) => {
  const saved = catchSavedFiles()
  const { person } = await open()
  const button = await screen.findByRole('button', { name: 'Export' })
  await waitFor(() => expect(button).toBeEnabled())
  await person.click(button)
  expect(saved.map((file) => file.name)).toEqual([`${name}.csv`])
})
