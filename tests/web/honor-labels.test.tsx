import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { someSettings } from '#tests/support/guild-settings.ts'
import { QueryWrapper } from '#tests/support/query-wrapper.tsx'
import { withRoles } from '#tests/support/render-app.tsx'
import { json, offline, stubWire } from '#tests/support/wire.ts'
import { saveHonorRules, useHonorLabels } from '#web/data/guild.ts'
import { endSession, startSession } from '#web/lib/session.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import type { Role } from '#worker/domain/codes.ts'

const settings = 'GET /api/guild/settings'

function renamed(label: string) {
  const honorRules = someSettings().honorRules.map((rule) =>
    rule.type === 'Parades_50' ? { ...rule, label } : rule,
  )
  return someSettings({ honorRules })
}

const named = (label: string) => json(renamed(label))

// The labels stay cached for the duration of a session.
function visitAs(role: Role) {
  endSession()
  startSession(withRoles(role))
}

const page = () => renderHook(() => useHonorLabels()('Parades_50'), { wrapper: QueryWrapper })

test('Honors are shown under the labels of the guild, which are requested once', async () => {
  const wire = stubWire({ [settings]: named('Goldfuchs') })
  visitAs('readonly')
  const first = page()
  expect(first.result.current).toBe('Sprungorden 50 Sprünge')
  await waitFor(() => expect(first.result.current).toBe('Goldfuchs'))
  expect(page().result.current).toBe('Goldfuchs')
  expect(wire.calls).toHaveLength(1)
})

test('Honors have their default labels until those of the guild are loaded; after a failure the next page requests them again', async () => {
  const wire = stubWire({ [settings]: [offline, named('Goldfuchs')] })
  visitAs('management')
  const first = page()
  await waitFor(() => expect(wire.calls).toHaveLength(1))
  await act(async () => {})
  expect(first.result.current).toBe('Sprungorden 50 Sprünge')
  page()
  await waitFor(() => expect(first.result.current).toBe('Goldfuchs'))
})

test('A helper uses the default labels and sends no request for the settings', async () => {
  const wire = stubWire({})
  visitAs('helper')
  expect(page().result.current).toBe('Sprungorden 50 Sprünge')
  expect(wire.calls).toEqual([])
})

test('When a label is changed, all pages show the new one at once', async () => {
  stubWire({
    [settings]: [named('Goldfuchs'), named('Silberfuchs')],
    'PUT /api/guild/settings': named('Silberfuchs'),
  })
  visitAs('management')
  const list = page()
  await waitFor(() => expect(list.result.current).toBe('Goldfuchs'))
  const dialog = renderHook(() => useSubmit(saveHonorRules), { wrapper: QueryWrapper })
  await act(() => dialog.result.current.submit(renamed('Silberfuchs')))
  await waitFor(() => expect(list.result.current).toBe('Silberfuchs'))
})

test('After a new sign-in the labels of the earlier session are not shown', async () => {
  const { promise: never } = Promise.withResolvers<Response>()
  stubWire({ [settings]: [named('Goldfuchs'), () => never] })
  visitAs('management')
  const list = page()
  await waitFor(() => expect(list.result.current).toBe('Goldfuchs'))
  list.unmount()
  visitAs('management')
  expect(page().result.current).toBe('Sprungorden 50 Sprünge')
})
