import { onTestFinished, vi } from 'vitest'

/** The addresses to which the app sent the browser away; jsdom itself cannot leave. */
export function watchLeaving(): string[] {
  const left: string[] = []
  const { location } = window
  const { origin, href, protocol, host } = location
  const assign = (url: string) => void left.push(url)
  vi.stubGlobal('location', { origin, href, protocol, host, assign })
  onTestFinished(() => void vi.stubGlobal('location', location))
  return left
}
