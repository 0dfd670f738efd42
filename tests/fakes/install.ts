import { expect, onTestFinished, vi } from 'vitest'
import type { FakeProvider } from './fake-provider.ts'

/** Routes `fetch` to these fakes until the end of the test; a call to any other host fails the test. */
export function install(...fakes: Pick<FakeProvider, 'host' | 'handle'>[]): void {
  const strays: string[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const { host } = new URL(request.url)
    const fake = fakes.find((one) => one.host === host)
    if (fake) return fake.handle(request)
    strays.push(request.url)
    throw new TypeError(`Nobody listens at ${host}`)
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    expect(strays).toEqual([])
  })
}
