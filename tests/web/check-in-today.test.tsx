import { act, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderCheckIn, todayCall } from '#tests/support/check-in-page.tsx'
import { json, refusal, type WireTable } from '#tests/support/wire.ts'

const openToday = (wire: WireTable) =>
  renderCheckIn({ path: '/parades/participation/check/today', wire })

const nothingToday = json({ paradeId: null, others: [] })

test("The address of today's check-in is replaced by the address of today's parade", async () => {
  const { router } = openToday({ [todayCall]: json({ paradeId: 5, others: [] }) })
  expect(await screen.findByText(', So 17.01.')).toBeVisible()
  expect(router.state.location.pathname).toBe('/parades/participation/check/5')
  expect(router.state.historyAction).toBe('REPLACE')
  // The link back leads to the previous page, not to the question again.
  await act(() => router.navigate(-1))
  expect(router.state.location.pathname).toBe('/parades/participation/check/5')
})

test('A day without a parade shows a hint and a link to the overview', async () => {
  openToday({ [todayCall]: nothingToday })
  expect(
    await screen.findByRole('heading', { name: 'Heute findet kein Umzug statt' }),
  ).toBeVisible()
  expect(screen.getByRole('link', { name: 'Zur Übersicht' })).toHaveAttribute('href', '/')
})

test('A failed request for the parade of today can be repeated', async () => {
  const { person, wire } = openToday({ [todayCall]: refusal(500, 'InternalError') })
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Der Umzug konnte nicht geladen werden')
  wire.answer({ [todayCall]: nothingToday })
  await person.click(within(alert).getByRole('button', { name: 'Erneut laden' }))
  expect(await screen.findByText('Heute findet kein Umzug statt')).toBeVisible()
})
