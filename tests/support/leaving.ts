import { onTestFinished, vi } from 'vitest'

/** Collects the addresses of full page navigations, which jsdom does not support. */
export function watchLeaving(): string[] {
  const left: string[] = []
  const { location } = window
  const { origin, href, protocol, host } = location
  const assign = (url: string) => void left.push(url)
  vi.stubGlobal('location', { origin, href, protocol, host, assign })
  onTestFinished(() => void vi.stubGlobal('location', location))
  return left
}
