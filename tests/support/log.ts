import { expect, vi } from 'vitest'

let lines: string[] = []

/** Collects what the worker logs as a warning or an error instead of printing it. */
export function collectLog(): void {
  lines = []
  const collect = (...parts: unknown[]) => void lines.push(parts.map(String).join(' '))
  vi.spyOn(console, 'error').mockImplementation(collect)
  vi.spyOn(console, 'warn').mockImplementation(collect)
}

/** Everything logged so far. */
export function logged(): string {
  return lines.join('\n')
}

/** Asserts that this was logged; lines not expected by a test fail it. */
export function expectLogged(text: string): void {
  expect(logged()).toContain(text)
  lines = lines.filter((line) => !line.includes(text))
}

export function expectNothingElseLogged(): void {
  expect(lines).toEqual([])
}

/** For tests that cause errors on purpose: ignores everything logged so far. */
export function forgetLog(): void {
  lines = []
}
