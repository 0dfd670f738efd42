import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FullConfig } from '@playwright/test'
import { isGate } from '#tests/gate.ts'
import { startSharedServers } from './shared-servers.ts'
import { loadedState, runFolder } from './state.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Builds and loads the guild once for the whole run, unless `npm test` has built already. */
export default async function globalSetup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const built = process.env.E2E_BUILT ? ['--built'] : []
  const child = spawn(process.execPath, ['scripts/prepare.ts', ...built], {
    cwd: root,
    env: { ...process.env, STATE_DIR: loadedState },
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('The build or the demo guild for the tests failed.')
  const stop = isGate ? await startSharedServers(workers) : async () => {}
  return async () => {
    await stop()
    await rm(runFolder, { recursive: true, force: true, maxRetries: 5 })
  }
}
