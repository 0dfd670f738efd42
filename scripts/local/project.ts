import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const projectDir = fileURLToPath(new URL('../..', import.meta.url))

/** `npm start -- --empty`: a guild without the demo, stored beside it. */
export const isOwnGuild = process.argv.includes('--empty')

// Also read by child processes: vite.config.ts, the server.
process.env.STATE_DIR ??= isOwnGuild ? '.wrangler/guild' : '.wrangler/state'

/** Folder of the embedded database. */
export const stateDir = resolve(projectDir, process.env.STATE_DIR)

/** Folder of the build; vite.config.ts reads the same variable. */
export const buildDir = resolve(projectDir, process.env.BUILD_DIR ?? 'dist')

export const port = Number(process.env.PORT ?? 8787)

export const address = `http://localhost:${port}`

export const configPath = join(projectDir, 'wrangler.toml')

const tools = join(projectDir, 'node_modules')

export const wranglerCli = join(tools, 'wrangler/wrangler-dist/cli.js')
export const viteBin = join(tools, 'vite/bin/vite.js')
