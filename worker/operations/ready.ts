import { causeOf } from '#worker/db/causes.ts'
import type { Db } from '#worker/db/db.ts'
import type { Env } from '#worker/env.ts'
import { mailerOf } from '#worker/mail/mailer.ts'
import { obstacleTo } from '#worker/payments/providers.ts'
import { selectJobRuns, selectLastMigration, selectSchemaObjects } from './operations.queries.ts'
import { fingerprintOf } from './schema-fingerprint.ts'

declare global {
  /** The newest file of migrations/, written in by the build (scripts/migrations/define.ts). */
  const LAST_MIGRATION: string
  /** `fingerprintOf` the schema that the files of migrations/ make; from the build as well. */
  const SCHEMA_FINGERPRINT: string
}

/** How long the cron may be silent: it rings every five minutes. */
const cronPatienceInMs = 15 * 60_000

/** Whether the guild can be served, part by part; nothing in it is a secret. */
export type Readiness = {
  ready: boolean
  database: 'ok' | 'failed'
  /**
   * `behind`: the last migration is not the one that this worker was built with; `differs`: it is, but the tables,
   * indexes or triggers are not those that the migrations make.
   */
  schema: 'ok' | 'behind' | 'differs' | 'unknown'
  /** `late`: a part of it has not come to its end for a quarter of an hour. */
  cron: 'ok' | 'late' | 'unknown'
  /** Without a sender nothing is sent, and all else works. */
  mail: 'ok' | 'off'
  /** What is wrong with the provider's settings: `missing`, `unknown` … */
  payments: string
}

type Surroundings = { db: Db; env: Env; now: Date }

export async function readReadiness({ db, env, now }: Surroundings): Promise<Readiness> {
  const found = await readDatabase(db, now)
  const obstacle = obstacleTo(env, env.PAYMENT_PROVIDER)
  const parts = {
    ...found,
    mail: mailerOf(env) ? 'ok' : 'off',
    payments: obstacle?.reason ?? 'ok',
  } as const
  const ready =
    found.database === 'ok' && found.schema === 'ok' && found.cron === 'ok' && obstacle === null
  return { ready, ...parts }
}

type Found = Pick<Readiness, 'database' | 'schema' | 'cron'>

async function readDatabase(db: Db, now: Date): Promise<Found> {
  try {
    const [migrations, runs, objects] = await db.batch([
      selectLastMigration(db),
      selectJobRuns(db),
      selectSchemaObjects(db),
    ])
    const { schema, cron } = judge(migrations, runs, now)
    const isDifferent = schema === 'ok' && fingerprintOf(objects) !== SCHEMA_FINGERPRINT
    return { database: 'ok', schema: isDifferent ? 'differs' : schema, cron }
  } catch (error) {
    const entry = { level: 'error', event: 'not_ready', cause: causeOf(error) }
    console.error(JSON.stringify(entry))
    return { database: 'failed', schema: 'unknown', cron: 'unknown' }
  }
}

/** By the last migration and the runs of the cron's parts. */
export function judge(
  [last]: readonly { name: string; appliedAt: string }[],
  runs: readonly { finishedAt: string | null }[],
  now: Date,
): { schema: 'ok' | 'behind'; cron: 'ok' | 'late' } {
  const [earliest] = runs.map(({ finishedAt }) => finishedAt ?? '').sort()
  // Before it has rung for the first time, a new database has as long as the cron has.
  const since = earliest ?? (last ? `${last.appliedAt.replace(' ', 'T')}Z` : '')
  return {
    schema: last?.name === LAST_MIGRATION ? 'ok' : 'behind',
    cron: now.getTime() - Date.parse(since) <= cronPatienceInMs ? 'ok' : 'late',
  }
}
