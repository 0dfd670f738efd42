import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureDevVars } from './dev-vars.ts'
import { prepare, type Ready } from './prepare.ts'
import { buildDir, projectDir } from './project.ts'
import { stop } from './stop.ts'
import { runTool } from './tool.ts'
import { stopOnUnsafeSettings } from './unsafe-settings.ts'

/** The built worker's configuration. */
export const builtWorker = join(buildDir, 'zunft/wrangler.json')

/**
 * Builds, migrates, and loads the demo into an empty database. With `--built` an existing build in BUILD_DIR
 * is used, with `--empty` nothing is loaded.
 */
export async function makeReady(): Promise<Ready> {
  // The secret must exist before the build, which copies it.
  ensureDevVars()
  await stopOnUnsafeSettings()
  if (!process.argv.includes('--built')) {
    console.log('Die Anwendung wird gebaut …')
    await runTool('Das Bauen', [join(projectDir, 'scripts/build.ts')])
  }
  if (!existsSync(builtWorker)) stop(`In ${buildDir} steht nichts Gebautes. Starte ohne --built.`)
  return prepare()
}
