import { env } from 'cloudflare:workers'
import { test } from 'vitest'
import { explore, patience } from '#tests/support/check-in-machine/explore.ts'

// The claim of tests/api/check-in-machine.long.test.ts with more runs and other seeds. A failing
// run is added to tests/support/check-in-machine/regressions.ts.

test(
  'Whatever happens on a parade day, every act is stored once or reported as rejected',
  patience,
  async () => {
    const outcomes = await explore({ runs: 5000, seed: Number(env.SOAK_SEED) })
    console.log(
      [...outcomes]
        .sort()
        .map(([what, times]) => `${what} ${times}`)
        .join(', '),
    )
  },
)
