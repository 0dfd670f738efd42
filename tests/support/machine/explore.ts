import fc from 'fast-check'
import { expect, onTestFinished, vi } from 'vitest'
import { setClock, signedIn } from '#tests/support/api.ts'
import { forgetLog } from '#tests/support/log.ts'
import { type Act, acts, ending, perform, soldOut } from './acts.ts'
import { keepAccount, listOutcomes, openAccount } from './offers.ts'
import { findViolations, listHeldTooLong, markLatePlaces } from './violations.ts'
import { makeWorld, type ProviderName } from './world.ts'

/** A timeout longer than any exploration: 6,000 stories on a machine with several times its load. */
export const patience = { timeout: 6 * 3_600_000 }

type Extent = { runs: number; seed: number }

/**
 * Of a hundred stories at least so many have to reach this, so that a change of acts or world that no longer plays the
 * waiting list is noticed.
 */
const floors: Readonly<Record<string, number>> = {
  'an offer was made': 30,
  'an offer was made while others waited': 25,
  'a smaller wish passed a larger one': 5,
  'an offer held a seat': 3,
  'a wish waited for seats alone': 5,
  'an offer was accepted': 12,
  'an accepted offer was paid': 6,
  'an offer lapsed': 10,
  'an offer was refused': 3,
  'an offer was withdrawn with its parade': 2,
}

/**
 * Runs this many random stories: money kept must equal places given, no place may be held in a called off parade, and
 * places are offered as docs/rules.md says. Prints how many stories reached what.
 */
export async function explore(provider: ProviderName, { runs, seed }: Extent): Promise<void> {
  const reached = new Map<string, number>()
  const play = await openStage(provider, reached)
  await fc.assert(
    fc.asyncProperty(acts, play),
    // A run that never ends is not shrunk, because each attempt would hang.
    { numRuns: runs, seed, timeout: 120_000, endOnFailure: true },
  )
  const counts = [...reached].sort(([, a], [, b]) => b - a)
  const lines = counts.map(([what, count]) => `${String(count).padStart(6)}  ${what}`)
  console.log([`Of ${runs} stories with ${provider}:`, ...lines].join('\n'))
  const missed = Object.entries(floors).filter(
    ([what, floor]) => (reached.get(what) ?? 0) < (floor / 100) * runs,
  )
  expect(missed, 'less than so many percent of the stories').toEqual([])
}

/** Replays one story. @param number of the story, which decides about the places and seats of its parades */
export async function replay(
  provider: ProviderName,
  chosen: readonly Act[],
  number = 1,
): Promise<void> {
  const play = await openStage(provider, new Map(), number)
  await play(chosen)
}

async function openStage(provider: ProviderName, reached: Map<string, number>, first = 1) {
  setClock()
  const { token } = await signedIn('management')
  waitLess()
  await markLatePlaces()
  await keepAccount()
  let number = first - 1
  return async (chosen: readonly Act[]) => {
    number += 1
    const world = await makeWorld(provider, number, token)
    const account = openAccount()
    const holds = (faults: readonly unknown[]) => expect(faults, world.story.join('\n')).toEqual([])
    let isWatched = false
    for (const act of world.isNarrow ? [...soldOut, ...chosen, ...ending(world)] : chosen) {
      await perform(world, act)
      isWatched ||= act.what === 'cancelParade'
      if (isWatched) holds(await listHeldTooLong(world))
      if (!world.isNarrow) continue
      holds(await account.audit(world.isUndisturbed()))
    }
    await world.comeToRest()
    forgetLog()
    holds(await account.audit())
    holds(await findViolations(world))
    for (const what of new Set([...account.events, ...(await listOutcomes())])) {
      reached.set(what, (reached.get(what) ?? 0) + 1)
    }
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
