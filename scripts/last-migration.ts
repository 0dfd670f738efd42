import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../migrations', import.meta.url))

/** What the worker is built with: the newest migration, which its database has to have. */
export const defineLastMigration = {
  LAST_MIGRATION: JSON.stringify(readdirSync(folder).sort().at(-1)),
}
