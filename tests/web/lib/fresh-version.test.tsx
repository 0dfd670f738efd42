import { renderHook } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { loadChunk } from '#web/lib/load-chunk.ts'
import { useFreshVersion } from '#web/lib/use-fresh-version.ts'

afterEach(() => void vi.restoreAllMocks())

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
const missing = () => loadChunk(gone).catch((error: unknown) => error)

function meet(error: unknown) {
  const reload = vi.fn()
  const { result } = renderHook(() => useFreshVersion(error, reload))
  return { isReloading: result.current, reload }
}

describe('the code of a page', () => {
  test('is handed on when it can be loaded', async () => {
    expect(await loadChunk(async () => 'page')).toBe('page')
  })

  test('that a new deployment removed loads the app afresh, once', async () => {
    const first = meet(await missing())
    expect(first.reload).toHaveBeenCalledTimes(1)
    expect(first.isReloading).toBe(true)

    const second = meet(await missing())
    expect(second.reload).not.toHaveBeenCalled()
    expect(second.isReloading).toBe(false)
  })

  test('that is missing without a connection reloads nothing: what is open stays open', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { reload, isReloading } = meet(await missing())
    expect(reload).not.toHaveBeenCalled()
    expect(isReloading).toBe(false)
  })

  test('reloads nothing when the browser cannot remember that it did', async () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    expect(meet(await missing()).reload).not.toHaveBeenCalled()
  })
})

test('an error of another kind reloads nothing', () => {
  expect(meet(new Error('broken')).reload).not.toHaveBeenCalled()
})
