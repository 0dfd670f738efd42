import { randomUUID } from 'node:crypto'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'

// A run loads one guild, and each server uses a copy of it.

/** The folder of this run's data, chosen by playwright.config.ts. */
export const runFolder = process.env.E2E_FOLDER ?? ''

export const loadedState = join(runFolder, 'loaded')

/** An empty data folder for one server, deleted with the run. */
export const newStateDir = () => join(runFolder, randomUUID())

/** A copy of the loaded demo guild for one server, deleted with the run. */
export async function copyState(): Promise<string> {
  const stateDir = newStateDir()
  await cp(loadedState, stateDir, { recursive: true })
  return stateDir
}
