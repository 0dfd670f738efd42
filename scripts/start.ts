// npm start: builds, migrates, loads the demo into an empty database, and serves API and app.
// With --built it serves what is in dist/ already: a second server beside one that runs.
// PAYMENT_PROVIDER=stripe STRIPE_SECRET_KEY=sk_test_… npm start tries another provider.

import { ensureDevVars } from '#scripts/local/dev-vars.ts'
import { greet } from '#scripts/local/greeting.ts'
import { paymentVars } from '#scripts/local/payment-vars.ts'
import { refuseTakenPort } from '#scripts/local/port.ts'
import { prepare } from '#scripts/local/prepare.ts'
import { port, stateDir, viteBin, wranglerCli } from '#scripts/local/project.ts'
import { serve } from '#scripts/local/server.ts'
import { runTool } from '#scripts/local/tool.ts'

await refuseTakenPort()
// Before the build: it copies the secret beside the worker.
ensureDevVars()
if (!process.argv.includes('--built')) {
  console.log('Die Anwendung wird gebaut …')
  await runTool('Das Bauen', [viteBin, 'build', '--logLevel', 'warn'])
}
const isDemo = await prepare()
await serve(
  [
    wranglerCli,
    ...['dev', '--config', 'dist/zunft_local/wrangler.json', '--port', String(port)],
    ...['--persist-to', stateDir, '--show-interactive-dev-session=false'],
    ...paymentVars(process.env),
  ],
  () => greet(isDemo),
)
