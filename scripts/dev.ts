// npm run dev: like npm start, with hot reload of worker and app.

import { printGreeting } from '#scripts/local/greeting.ts'
import { stopIfPortTaken } from '#scripts/local/port.ts'
import { prepare } from '#scripts/local/prepare.ts'
import { viteBin } from '#scripts/local/project.ts'
import { serve } from '#scripts/local/server.ts'
import { stopOnUnsafeSettings } from '#scripts/local/unsafe-settings.ts'

await stopIfPortTaken()
const ready = await prepare()
await stopOnUnsafeSettings()
await serve([viteBin, 'dev', '--logLevel', 'warn', '--clearScreen', 'false'], {
  cronPath: '/cdn-cgi/handler/scheduled',
  greet: () => printGreeting(ready),
})
