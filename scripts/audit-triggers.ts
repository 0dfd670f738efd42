// npm run triggers: prints the triggers of the history, all of them or, `npm run triggers -- honor`, those
// of one thing. They belong into a migration; a test holds what is in the database against them.

import { triggersOf } from '#scripts/history/triggers.ts'
import { stop } from '#scripts/local/stop.ts'
import { recorded } from '#worker/history/recorded.ts'

const given = process.argv.slice(2)
const things = given.length > 0 ? given : Object.keys(recorded)
const isThing = (name: string): name is keyof typeof recorded => name in recorded
for (const thing of things) {
  if (!isThing(thing)) stop(`„${thing}“ steht nicht in worker/history/recorded.ts.`)
  for (const { sql } of triggersOf(thing)) console.log(sql)
}
