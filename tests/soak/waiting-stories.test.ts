import { env } from 'cloudflare:workers'
import { test } from 'vitest'
import { setClock, signedIn } from '#tests/support/api.ts'
import { playWaitingStories } from '#tests/support/waiting-stories.ts'

// The claim of tests/api/waiting-list.test.ts with more stories and other seeds.

test('After each act of 2,000 random stories every payer has the position, offer or places that the model of the rules says', async () => {
  setClock()
  const management = await signedIn('management')
  await playWaitingStories(management, { runs: 2000, seed: Number(env.SOAK_SEED) })
}, 3_600_000)
