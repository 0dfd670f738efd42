import { join } from 'node:path'
import type { D1Database } from '@cloudflare/workers-types'
import { configPath, stateDir } from './project.ts'
import { quietest } from './quiet.ts'

/**
 * The embedded database of this machine, the same file that the server uses. Remote bindings are off, so that
 * no deployed database can be reached.
 */
export async function withLocalDatabase<T>(
  use: (db: D1Database) => Promise<T>,
  state = stateDir,
): Promise<T> {
  Object.assign(process.env, quietest)
  const { getPlatformProxy } = await import('wrangler')
  const platform = await getPlatformProxy<{ DB: D1Database }>({
    configPath,
    persist: { path: join(state, 'v3') },
    remoteBindings: false,
  })
  try {
    return await use(platform.env.DB)
  } finally {
    await platform.dispose()
  }
}
