import { act, renderHook, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { someSettings } from '#tests/support/guild-settings.ts'
import { withRoles } from '#tests/support/render-app.tsx'
import { json, offline, stubWire } from '#tests/support/wire.ts'
import { endSession, startSession } from '#web/lib/session.ts'
import type { Role } from '#worker/domain/codes.ts'

const settings = 'GET /api/guild/settings'

function named(label: string) {
  const honorRules = someSettings().honorRules.map((rule) =>
    rule.type === 'Parades_50' ? { ...rule, label } : rule,
  )
  return json(someSettings({ honorRules }))
}

// What has been heard is kept for the visit: each test is a visit of its own.
beforeEach(() => vi.resetModules())

async function visit(role: Role) {
  endSession()
  startSession(withRoles(role))
  const { useHonorLabels, takeHonorLabels } = await import('#web/lib/use-honor-labels.ts')
  const page = () => renderHook(() => useHonorLabels().Parades_50)
  return { page, takeHonorLabels }
}

test('honors are called as the guild calls them, and it is asked once', async () => {
  const wire = stubWire({ [settings]: named('Goldfuchs') })
  const { page } = await visit('readonly')
  const first = page()
  expect(first.result.current).toBe('Sprungorden 50 Sprünge')
  await waitFor(() => expect(first.result.current).toBe('Goldfuchs'))
  expect(page().result.current).toBe('Goldfuchs')
  expect(wire.calls).toHaveLength(1)
})

test('without an answer they have their usual names, and the next page asks again', async () => {
  const wire = stubWire({ [settings]: [offline, named('Goldfuchs')] })
  const { page } = await visit('management')
  const first = page()
  await waitFor(() => expect(wire.calls).toHaveLength(1))
  await act(async () => {})
  expect(first.result.current).toBe('Sprungorden 50 Sprünge')
  page()
  await waitFor(() => expect(first.result.current).toBe('Goldfuchs'))
})

test('helpers, who may not see the settings, do not ask', async () => {
  const wire = stubWire({})
  const { page } = await visit('helper')
  expect(page().result.current).toBe('Sprungorden 50 Sprünge')
  expect(wire.calls).toEqual([])
})

test('a name that has just been changed is used everywhere at once', async () => {
  const wire = stubWire({ [settings]: named('Goldfuchs') })
  const { page, takeHonorLabels } = await visit('management')
  const list = page()
  await waitFor(() => expect(list.result.current).toBe('Goldfuchs'))
  act(() => takeHonorLabels([{ type: 'Parades_50', label: 'Silberfuchs' }]))
  expect(list.result.current).toBe('Silberfuchs')
  expect(wire.calls).toHaveLength(1)
})
