import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { solveChallenge } from '#web/enrolment/public/challenge.ts'

let container: HTMLElement

beforeEach(() => {
  container = document.body.appendChild(document.createElement('div'))
})

afterEach(() => {
  container.remove()
  for (const script of scripts()) script.remove()
  globalThis.turnstile = undefined
})

const scripts = () => [...document.querySelectorAll<HTMLScriptElement>('script[src*=turnstile]')]

/** A fake Turnstile whose challenge stays until the test decides it. */
function aTurnstile() {
  const shown: Parameters<NonNullable<typeof globalThis.turnstile>['render']>[1][] = []
  const turnstile = {
    shown,
    render: vi.fn((place: HTMLElement, widget: (typeof shown)[number]) => {
      place.append('Bist Du ein Mensch?')
      shown.push(widget)
      return 'widget-1'
    }),
    remove: vi.fn(),
  }
  return turnstile
}

async function loaded(turnstile: ReturnType<typeof aTurnstile>) {
  globalThis.turnstile = turnstile
  scripts()[0]?.dispatchEvent(new Event('load'))
  await vi.waitFor(() => expect(turnstile.shown).not.toEqual([]))
}

test('The script of the challenge is loaded when the first challenge is solved, and only once', async () => {
  expect(scripts()).toEqual([])
  const turnstile = aTurnstile()
  const solved = solveChallenge('site', container)
  expect(scripts().map(({ src }) => src)).toEqual([
    'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
  ])
  await loaded(turnstile)
  expect(container.textContent).toBe('Bist Du ein Mensch?')
  expect(turnstile.shown[0]).toMatchObject({ sitekey: 'site', language: 'de', action: 'enrol' })
  turnstile.shown[0]?.callback('token-1')
  expect(await solved).toBe('token-1')
  expect(turnstile.remove).toHaveBeenCalledExactlyOnceWith('widget-1')
  expect(container.childNodes).toHaveLength(0)

  const again = solveChallenge('site', container)
  turnstile.shown[1]?.callback('token-2')
  expect(await again).toBe('token-2')
  expect(scripts()).toHaveLength(1)
})

test.each(['error-callback', 'timeout-callback', 'unsupported-callback'] as const)(
  'A failed challenge (%s) is removed from the page, and another one can be solved',
  async (told) => {
    const turnstile = aTurnstile()
    const solved = solveChallenge('site', container)
    await loaded(turnstile)
    turnstile.shown[0]?.[told]()
    await expect(solved).rejects.toThrow()
    expect(container.childNodes).toHaveLength(0)

    const again = solveChallenge('site', container)
    turnstile.shown[1]?.callback('token-2')
    expect(await again).toBe('token-2')
  },
)

test('A challenge script that failed to load is requested again by the next attempt', async () => {
  const solved = solveChallenge('site', container)
  scripts()[0]?.dispatchEvent(new Event('error'))
  await expect(solved).rejects.toThrow()
  expect(scripts()).toEqual([])
  const again = solveChallenge('site', container)
  expect(scripts()).toHaveLength(1)
  scripts()[0]?.dispatchEvent(new Event('error'))
  await expect(again).rejects.toThrow()
})
