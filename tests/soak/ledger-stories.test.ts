import { env } from 'cloudflare:workers'
import { test } from 'vitest'
import { explore, patience } from '#tests/support/ledger-stories.ts'

// The claim of tests/api/ledger-stories.long.test.ts with more runs and other seeds.

test(
  'After any sequence of bookings the open amount is what was claimed less what was received',
  patience,
  async () => {
    const outcomes = await explore({ runs: 2000, seed: Number(env.SOAK_SEED) })
    console.log(
      [...outcomes]
        .sort()
        .map(([what, times]) => `${what} ${times}`)
        .join(', '),
    )
  },
)
