// npm run dev: like npm start, with hot reload of worker and app.

import { greet } from '#scripts/local/greeting.ts'
import { refuseTakenPort } from '#scripts/local/port.ts'
import { prepare } from '#scripts/local/prepare.ts'
import { viteBin } from '#scripts/local/project.ts'
import { refuseUnsafeSettings } from '#scripts/local/refuse-settings.ts'
import { serve } from '#scripts/local/server.ts'

await refuseTakenPort()
const ready = await prepare()
await refuseUnsafeSettings()
await serve([viteBin, 'dev', '--logLevel', 'warn', '--clearScreen', 'false'], {
  cronPath: '/cdn-cgi/handler/scheduled',
  greet: () => greet(ready),
})
