import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { setClock, signedIn } from '#tests/support/api.ts'
import { forgetLog } from '#tests/support/log.ts'
import { acts, perform } from '#tests/support/machine/acts.ts'
import { makeWorld } from '#tests/support/machine/world.ts'
import { wrongsOf } from '#tests/support/machine/wrongs.ts'

// Random interleavings: many orders for few costumes, every request and the cron stopped before each
// of their steps, and anything may happen in between; a worker may die at any of them. Whatever
// happens, in the end money kept = places given.

const runs = { mollie: 1200, stripe: 500, sandbox: 300 }

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each(['mollie', 'stripe', 'sandbox'] as const)(
  'whatever happens to payments by %s, money kept is places given',
  { timeout: 1_800_000 },
  async (provider) => {
    const seed = Math.floor(Math.random() * 2 ** 31)
    console.info(`payment machine, ${provider}: seed ${seed}`)
    setClock()
    const { token } = await signedIn('management')
    waitLess()
    let number = 0
    await fc.assert(
      fc.asyncProperty(acts, async (chosen) => {
        number += 1
        const world = await makeWorld(provider, number, token)
        for (const act of chosen) await perform(world, act)
        await world.comeToRest()
        forgetLog()
        expect(await wrongsOf(world), world.story.join('\n')).toEqual([])
      }),
      // A run takes a tenth of a second; one that never ends must not be looked at a thousand times.
      { numRuns: runs[provider], seed, timeout: 30_000, endOnFailure: true },
    )
  },
)

/** Libraries wait before they try again, and give up after a while: here nobody is kept waiting. */
function waitLess(): void {
  const real = globalThis.setTimeout
  const soon = (work: () => void, ms = 0, ...rest: unknown[]) =>
    real(work, ms < 5000 ? 0 : ms, ...rest)
  vi.stubGlobal('setTimeout', soon)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal)
}
