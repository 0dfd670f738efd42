// What npm start does before it serves: the tests begin with it, and copy what it has left.

import { makeReady } from '#scripts/local/make-ready.ts'

await makeReady()
