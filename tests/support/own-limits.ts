import { env } from 'cloudflare:workers'
import type { RateLimit } from '@cloudflare/workers-types'

type Limits = Pick<typeof env, 'LOGIN_LIMIT' | 'ENROL_LIMIT' | 'REFUSAL_LIMIT'>

/** The runtime's rate limits, kept globally, because `env` is shared by all test files. */
const symbol = Symbol.for('rate limits of the runtime')
const globals: typeof globalThis & { [symbol]?: Limits } = globalThis

/** Gives each test, or each story of one, its own counters, because the runtime's counters outlive the test. */
export function countForThisTest(): void {
  const { LOGIN_LIMIT, ENROL_LIMIT, REFUSAL_LIMIT } = env
  globals[symbol] ??= { LOGIN_LIMIT, ENROL_LIMIT, REFUSAL_LIMIT }
  const test = crypto.randomUUID()
  const own = (limit: RateLimit): RateLimit => ({
    limit: ({ key }) => limit.limit({ key: `${test} ${key}` }),
  })
  const runtime = globals[symbol]
  Object.assign(env, {
    LOGIN_LIMIT: own(runtime.LOGIN_LIMIT),
    ENROL_LIMIT: own(runtime.ENROL_LIMIT),
    REFUSAL_LIMIT: own(runtime.REFUSAL_LIMIT),
  })
}
