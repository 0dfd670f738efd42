// npm start: builds, migrates, loads the demo into an empty database, and serves API and app.
// With --built it serves what is in BUILD_DIR already: a second server beside one that runs.
// PAYMENT_PROVIDER=stripe STRIPE_SECRET_KEY=sk_test_… npm start tries another provider.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureDevVars } from '#scripts/local/dev-vars.ts'
import { greet } from '#scripts/local/greeting.ts'
import { refuseTakenPort } from '#scripts/local/port.ts'
import { prepare } from '#scripts/local/prepare.ts'
import { buildDir, port, projectDir, viteBin } from '#scripts/local/project.ts'
import { serve } from '#scripts/local/server.ts'
import { stop } from '#scripts/local/stop.ts'
import { runTool } from '#scripts/local/tool.ts'

const worker = join(buildDir, 'zunft_local/wrangler.json')

await refuseTakenPort()
// Before the build, which copies the secret.
ensureDevVars()
if (!process.argv.includes('--built')) {
  console.log('Die Anwendung wird gebaut …')
  await runTool('Das Bauen', [viteBin, 'build', '--logLevel', 'warn'])
}
if (!existsSync(worker)) stop(`In ${buildDir} steht nichts Gebautes. Starte ohne --built.`)
const isDemo = await prepare()
await serve([join(projectDir, 'scripts/local/serve-built.ts'), worker, String(port)], {
  cronPath: '/cdn-cgi/local/scheduled',
  greet: () => greet(isDemo),
})
