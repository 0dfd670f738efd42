import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readFile, UnreadableFile } from '#web/imports/reading/read-file.ts'
import { sendParts } from '#web/imports/upload.ts'
import { CallFailure } from '#web/lib/call-failure.ts'
import { isMissingCode } from '#web/lib/load-chunk.ts'
import type { PartBody } from '#worker/imports/imports.contract.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('reading an import file in a worker', () => {
  class SilentWorker {
    static last: SilentWorker | null = null
    onmessage: ((event: { data: unknown }) => void) | null = null
    onerror: ((event: Event) => void) | null = null
    isEnded = false
    constructor() {
      SilentWorker.last = this
    }
    postMessage() {}
    terminate() {
      this.isEnded = true
    }
  }

  const file = new File(['Nr;Name'], 'liste.csv')
  const worker = () => SilentWorker.last ?? expect.fail('No worker was started')

  beforeEach(() => vi.stubGlobal('Worker', SilentWorker))

  test('If reading an import file takes thirty seconds, the worker is ended and the user gets an error in German', async () => {
    const reading = readFile(file).catch((cause: unknown) => cause)
    await vi.advanceTimersByTimeAsync(29_000)
    expect(worker().isEnded).toBe(false)
    await vi.advanceTimersByTimeAsync(1_000)
    const refused = await reading
    expect(refused).toBeInstanceOf(UnreadableFile)
    expect(refused).toMatchObject({
      message:
        'Diese Datei zu lesen dauert zu lange. Lösche, was Du nicht brauchst, oder teile sie auf mehrere Dateien auf.',
    })
    expect(worker().isEnded).toBe(true)
  })

  test('When the reading of an import file is aborted because another file was chosen, its worker is ended at once', async () => {
    const control = new AbortController()
    const reading = readFile(file, { signal: control.signal }).catch((cause: unknown) => cause)
    control.abort('another')
    expect(await reading).toBe('another')
    expect(worker().isEnded).toBe(true)
  })

  test('An import file with too many rows is rejected with a message that contains the limit', async () => {
    const reading = readFile(file).catch((cause: unknown) => cause)
    worker().onmessage?.({ data: { kind: 'unreadable', why: 'rows' } })
    expect(await reading).toMatchObject({
      message:
        'In dieser Datei stehen mehr als 20.000 Zeilen. Lösche, was Du nicht brauchst, oder teile sie auf mehrere Dateien auf.',
    })
  })

  test('If the script of the reader is missing after a release, this is reported as missing code, not as an unreadable file', async () => {
    const reading = readFile(file).catch((cause: unknown) => cause)
    worker().onerror?.(new Event('error', { cancelable: true }))
    expect(isMissingCode(await reading)).toBe(true)
  })
})

describe('uploading the parts of an import', () => {
  const parts: PartBody[] = [1, 2, 3].map((row) => ({ rows: [{ row, cells: [] }] }))

  function send(put: (n: number) => Promise<void>, more: Partial<Parameters<typeof sendParts>[1]>) {
    const told: number[] = []
    const sending = sendParts(parts, { put, onProgress: ({ sent }) => told.push(sent), ...more })
    return {
      told,
      sending: sending.then(
        () => 'sent',
        (cause: unknown) => cause,
      ),
    }
  }

  test('The parts of an import are uploaded in order, and parts that the server already has are skipped', async () => {
    const put = vi.fn(async () => {})
    const { told, sending } = send(put, { received: [2] })
    expect(await sending).toBe('sent')
    expect(put.mock.calls).toEqual([
      [1, parts[0]],
      [3, parts[2]],
    ])
    expect(told).toEqual([1, 2, 3])
  })

  test('A part of an import is uploaded again after a network error', async () => {
    const lost = new CallFailure('…', { type: 'NetworkError' })
    const put = vi.fn(async () => {})
    put.mockRejectedValueOnce(lost).mockRejectedValueOnce(lost)
    const { sending } = send(put, {})
    await vi.runAllTimersAsync()
    expect(await sending).toBe('sent')
    expect(put).toHaveBeenCalledTimes(5)
  })

  test('The upload of an import fails after four attempts that end with a network error', async () => {
    const lost = new CallFailure('…', { type: 'NetworkError' })
    const put = vi.fn(() => Promise.reject(lost))
    const { told, sending } = send(put, {})
    await vi.runAllTimersAsync()
    expect(await sending).toBe(lost)
    expect(put).toHaveBeenCalledTimes(4)
    expect(told).toEqual([0])
  })

  test('A part of an import that the server rejects (404) is not uploaded again', async () => {
    const refused = new CallFailure('…', { type: 'ApiError', status: 404 })
    const put = vi.fn(() => Promise.reject(refused))
    expect(await send(put, {}).sending).toBe(refused)
    expect(put).toHaveBeenCalledTimes(1)
  })

  test('After the upload of an import was aborted, no further part is sent', async () => {
    const control = new AbortController()
    const put = vi.fn(async () => control.abort('enough'))
    expect(await send(put, { signal: control.signal }).sending).toBe('enough')
    expect(put).toHaveBeenCalledTimes(1)
  })
})
