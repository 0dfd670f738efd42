import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { loadChunk } from '#web/lib/load-chunk.ts'
import { useReloadAfterDeployment } from '#web/lib/use-reload-after-deployment.ts'

afterEach(() => void vi.restoreAllMocks())

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
const missing = () => loadChunk(gone).catch((error: unknown) => error)

const answers = (answer: Promise<Response>) => vi.spyOn(globalThis, 'fetch').mockReturnValue(answer)
const served = () => answers(Promise.resolve(new Response('{}')))

function meet(error: unknown) {
  const reload = vi.fn()
  const { result } = renderHook(() => useReloadAfterDeployment(error, reload))
  return { isReloading: () => result.current, reload }
}

/** The page says that it cannot be shown. */
async function expectNone({ isReloading, reload }: ReturnType<typeof meet>) {
  await waitFor(() => expect(isReloading()).toBe(false))
  expect(reload).not.toHaveBeenCalled()
}

describe('the code chunk of a page', () => {
  test('If a code chunk can be loaded, it is returned', async () => {
    expect(await loadChunk(async () => 'page')).toBe('page')
  })

  test('If a deployment has removed a code chunk, the app is reloaded once', async () => {
    served()
    const first = meet(await missing())
    expect(first.isReloading()).toBe(true)
    await waitFor(() => expect(first.reload).toHaveBeenCalledTimes(1))
    expect(first.isReloading()).toBe(true)

    await expectNone(meet(await missing()))
  })

  test('If a code chunk is missing offline, the app is not reloaded', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const asked = served()
    await expectNone(meet(await missing()))
    expect(asked).not.toHaveBeenCalled()
  })

  test.each([
    ['the server is not reached', () => answers(Promise.reject(new TypeError('Failed to fetch')))],
    ['another server answers', () => answers(Promise.resolve(new Response('', { status: 511 })))],
  ])('While %s, the app is not reloaded, but at a later failure it is', async (_, begin) => {
    begin()
    await expectNone(meet(await missing()))
    served()
    const later = meet(await missing())
    await waitFor(() => expect(later.reload).toHaveBeenCalledTimes(1))
  })

  test('If the browser cannot store that the app was reloaded, it is not reloaded', async () => {
    served()
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    await expectNone(meet(await missing()))
  })
})

test('Other errors than a missing code chunk do not reload the app', async () => {
  served()
  await expectNone(meet(new Error('broken')))
})
