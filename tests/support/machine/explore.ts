import fc from 'fast-check'
import { expect, onTestFinished, vi } from 'vitest'
import { setClock, signedIn } from '#tests/support/api.ts'
import { forgetLog } from '#tests/support/log.ts'
import { type Act, acts, perform } from './acts.ts'
import {
  findViolations,
  keepOffers,
  listHeldTooLong,
  listPassedOver,
  markLatePlaces,
  overfull,
} from './violations.ts'
import { makeWorld, type ProviderName } from './world.ts'

/** A timeout longer than any exploration. */
export const patience = { timeout: 1_800_000 }

type Extent = { runs: number; seed: number }

/**
 * Runs this many random stories: money kept must equal places given, and no place may be held in a called
 * off parade.
 */
export async function explore(provider: ProviderName, { runs, seed }: Extent): Promise<void> {
  const play = await openStage(provider)
  await fc.assert(
    fc.asyncProperty(acts, play),
    // A run takes 0.1 s; a run that never ends is not shrunk, because each attempt would hang.
    { numRuns: runs, seed, timeout: 30_000, endOnFailure: true },
  )
}

/** Replays one story. */
export async function replay(provider: ProviderName, chosen: readonly Act[]): Promise<void> {
  const play = await openStage(provider)
  await play(chosen)
}

async function openStage(provider: ProviderName) {
  setClock()
  const { token } = await signedIn('management')
  waitLess()
  await markLatePlaces()
  await keepOffers()
  let number = 0
  return async (chosen: readonly Act[]) => {
    number += 1
    const world = await makeWorld(provider, number, token)
    let isWatched = false
    for (const act of chosen) {
      await perform(world, act)
      isWatched ||= act.what === 'cancelParade'
      if (isWatched) expect(await listHeldTooLong(world), world.story.join('\n')).toEqual([])
      if (!world.isNarrow) continue
      expect(await overfull(), world.story.join('\n')).toEqual([])
      expect(await listPassedOver(), world.story.join('\n')).toEqual([])
    }
    await world.comeToRest()
    forgetLog()
    expect(await listPassedOver(), world.story.join('\n')).toEqual([])
    expect(await findViolations(world), world.story.join('\n')).toEqual([])
  }
}

/** Shortens the retry delays and disables the timeouts of libraries, so that no test waits. */
function waitLess(): void {
  const real = globalThis.setTimeout
  const soon = (work: () => void, ms = 0, ...rest: unknown[]) =>
    real(work, ms < 5000 ? 0 : ms, ...rest)
  vi.stubGlobal('setTimeout', soon)
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal)
}
