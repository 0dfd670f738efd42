// The preparation of npm start; tests run it once and copy the result.

import { makeReady } from '#scripts/local/make-ready.ts'

await makeReady()
