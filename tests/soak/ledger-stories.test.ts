import { env } from 'cloudflare:workers'
import { test } from 'vitest'
import { explore, patience } from '#tests/support/ledger-stories.ts'

// What tests/api/ledger-stories.long.test.ts claims, with other stories each time.

test(
  'whatever is booked, what is open is what was claimed less what came in',
  patience,
  async () => {
    const met = await explore({ runs: 2000, seed: Number(env.SOAK_SEED) })
    console.log(
      [...met]
        .sort()
        .map(([what, times]) => `${what} ${times}`)
        .join(', '),
    )
  },
)
