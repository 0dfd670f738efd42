import { env } from 'cloudflare:workers'
import { test } from 'vitest'
import { explore, patience } from '#tests/support/check-in-machine/explore.ts'

// What tests/api/check-in-machine.long.test.ts claims, with other stories each time. Whoever finds one that fails
// puts it into tests/support/check-in-machine/regressions.ts.

test('whatever happens on the parade day, every act ends once or is told', patience, async () => {
  const met = await explore({ runs: 5000, seed: Number(env.SOAK_SEED) })
  console.log(
    [...met]
      .sort()
      .map(([what, times]) => `${what} ${times}`)
      .join(', '),
  )
})
