// npm start: builds, migrates, loads the demo into an empty database, and serves API and app.
// With --built it serves an existing build from BUILD_DIR: a second server beside a running one.
// With --empty it serves a guild of one's own, without the demo.
// PAYMENT_PROVIDER=stripe STRIPE_SECRET_KEY=sk_test_… npm start tries another provider.

import { join } from 'node:path'
import { printGreeting } from '#scripts/local/greeting.ts'
import { builtWorker, makeReady } from '#scripts/local/make-ready.ts'
import { stopIfPortTaken } from '#scripts/local/port.ts'
import { port, projectDir } from '#scripts/local/project.ts'
import { serve } from '#scripts/local/server.ts'

await stopIfPortTaken()
const ready = await makeReady()
await serve([join(projectDir, 'scripts/local/serve-built.ts'), builtWorker, String(port)], {
  cronPath: '/cdn-cgi/local/scheduled',
  greet: () => printGreeting(ready),
})
