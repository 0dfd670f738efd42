import { beforeEach, test } from 'vitest'
import { setClock } from '#tests/support/api.ts'
import { enrolCrowd } from '#tests/support/crowd.ts'

beforeEach(() => setClock())

test.each([
  { limited: 'places', limit: 20, seed: 1 },
  { limited: 'places', limit: 20, seed: 2 },
  { limited: 'seats', limit: 8, seed: 3 },
  { limited: 'seats', limit: 8, seed: 4 },
] as const)(
  'If 100 people enrol at once for $limit $limited while database connections break, exactly $limit are enrolled (seed $seed)',
  { timeout: 240_000 },
  (crowd) => enrolCrowd({ people: 100, ...crowd }),
)
