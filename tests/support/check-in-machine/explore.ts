import fc from 'fast-check'
import { expect, onTestFinished, vi } from 'vitest'
import { setClock } from '#tests/support/api.ts'
import { forgetLog } from '#tests/support/log.ts'
import type { ActsAnswer } from '#worker/check-in/check-in.contract.ts'
import { type Act, acts, perform } from './acts.ts'
import { hireStaff } from './guild.ts'
import { happened, watchDatabase } from './timeline.ts'
import { findViolations } from './violations.ts'
import { makeWorld } from './world.ts'

/** A timeout longer than any exploration. */
export const patience = { timeout: 3_600_000 }

/** How often each event occurred in all runs, so that tests can require that the events do occur. */
export type Met = Map<string, number>

type Extent = { runs: number; seed: number }

/** Runs this many random stories. */
export async function explore({ runs, seed }: Extent): Promise<Met> {
  const { play, met } = await openStage()
  await fc.assert(
    fc.asyncProperty(acts, play),
    // A run takes 0.2 s; a run that never ends is not shrunk, because each attempt would hang.
    { numRuns: runs, seed, timeout: 20_000, endOnFailure: true },
  )
  return met
}

/** Replays one story. */
export async function replay(chosen: readonly Act[]): Promise<void> {
  const { play } = await openStage()
  await play(chosen)
}

async function openStage() {
  setClock()
  waitLess()
  const staff = await hireStaff()
  await watchDatabase()
  const met: Met = new Map()
  const count = (what: string, by = 1) => void met.set(what, (met.get(what) ?? 0) + by)
  const play = async (chosen: readonly Act[]) => {
    const world = await makeWorld(staff, 1)
    world.open(0, 0)
    world.open(1, 0)
    await world.settle()
    for (const act of chosen) await perform(world, act)
    await world.comeToRest()
    forgetLog()
    const violations = await findViolations(world)
    expect(violations, world.story.join('\n')).toEqual([])
    count('runs')
    for (const { fate, answer } of world.network.messages) {
      count(`sent: ${fate}`)
      if (fate === 'busy' && isCutShort(await answer?.json())) count('act: later')
    }
    for (const event of await happened()) {
      if (event.what === 'act' && world.seen.has(event.id)) count(`act: ${event.outcome}`)
    }
    for (const { states } of world.seen.values()) if (states.has('rejected')) count('rejected')
  }
  return { play, met }
}

/** The database was busy in the middle of the request. */
const isCutShort = (body?: ActsAnswer) => body?.results?.at(-1)?.outcome === 'later'

/** Shortens the retry delays of libraries, so that no test waits. */
function waitLess(): void {
  const real = globalThis.setTimeout
  const soon = (work: () => void, ms = 0, ...rest: unknown[]) =>
    real(work, ms < 5000 ? 0 : ms, ...rest)
  vi.stubGlobal('setTimeout', soon)
  onTestFinished(() => void vi.unstubAllGlobals())
}
