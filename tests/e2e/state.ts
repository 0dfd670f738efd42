import { randomUUID } from 'node:crypto'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'

// A run loads one guild, on which no server ever runs: each has a copy of its own.

/** Where the data of this run lie; playwright.config.ts has chosen it. */
export const runFolder = process.env.E2E_FOLDER ?? ''

export const loadedState = join(runFolder, 'loaded')

/** Where nothing lies yet, for one server alone; it goes with the run. */
export const newState = () => join(runFolder, randomUUID())

/** The demo guild as it was loaded, for one server alone; it goes with the run. */
export async function copyState(): Promise<string> {
  const stateDir = newState()
  await cp(loadedState, stateDir, { recursive: true })
  return stateDir
}
