import { beforeEach, test } from 'vitest'
import { setClock } from '#tests/support/api.ts'
import { enrolCrowd } from '#tests/support/crowd.ts'

// The claim of tests/api/capacity.long.test.ts with more people and runs.

beforeEach(() => setClock())

const limits = [
  { limited: 'places', limit: 50 },
  { limited: 'seats', limit: 8 },
] as const

test.each(
  limits.flatMap((limit) => Array.from({ length: 50 }, (_, run) => ({ ...limit, seed: run + 1 }))),
)(
  'If 500 people enrol at once for $limit $limited while database connections break, exactly $limit are enrolled (run $seed)',
  { timeout: 600_000 },
  (crowd) => enrolCrowd({ people: 500, ...crowd }),
)
