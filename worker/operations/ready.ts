import { causeOf } from '#worker/db/causes.ts'
import type { Db } from '#worker/db/db.ts'
import type { Env } from '#worker/env.ts'
import { mailerOf } from '#worker/mail/mailer.ts'
import { obstacleTo } from '#worker/payments/providers.ts'
import { selectJobRuns, selectLastMigration, selectSchemaObjects } from './operations.queries.ts'
import { fingerprintOf } from './schema-fingerprint.ts'

declare global {
  /** Name of the newest file of migrations/, set by the build (scripts/migrations/define.ts). */
  const LAST_MIGRATION: string
  /** `fingerprintOf` of the schema that the migrations make; set by the build as well. */
  const SCHEMA_FINGERPRINT: string
}

/** How long the cron may be silent; it runs every five minutes. */
const cronPatienceInMs = 15 * 60_000

/** Whether the application works, part by part; contains no secret. */
export type Readiness = {
  ready: boolean
  database: 'ok' | 'failed'
  /**
   * `behind`: the last applied migration is not the one of this build; `differs`: the migration is right, but
   * tables, indexes or triggers are not those that the migrations make.
   */
  schema: 'ok' | 'behind' | 'differs' | 'unknown'
  /** `late`: a job has not finished for a quarter of an hour. */
  cron: 'ok' | 'late' | 'unknown'
  /** `off`: mails are not sent, everything else works. */
  mail: 'ok' | 'off'
  /** `ok`, or what is wrong with the provider's settings: `missing`, `unknown` … */
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

type DatabaseReadiness = Pick<Readiness, 'database' | 'schema' | 'cron'>

async function readDatabase(db: Db, now: Date): Promise<DatabaseReadiness> {
  try {
    const [migrations, runs, objects] = await db.batch([
      selectLastMigration(db),
      selectJobRuns(db),
      selectSchemaObjects(db),
    ])
    const { schema, cron } = judgeSchemaAndCron(migrations, runs, now)
    const isDifferent = schema === 'ok' && fingerprintOf(objects) !== SCHEMA_FINGERPRINT
    return { database: 'ok', schema: isDifferent ? 'differs' : schema, cron }
  } catch (error) {
    const entry = { level: 'error', event: 'not_ready', cause: causeOf(error) }
    console.error(JSON.stringify(entry))
    return { database: 'failed', schema: 'unknown', cron: 'unknown' }
  }
}

/** Judges schema and cron by the last migration and the runs of the jobs. */
export function judgeSchemaAndCron(
  [last]: readonly { name: string; appliedAt: string }[],
  runs: readonly { finishedAt: string | null }[],
  now: Date,
): { schema: 'ok' | 'behind'; cron: 'ok' | 'late' } {
  const [earliest] = runs.map(({ finishedAt }) => finishedAt ?? '').sort()
  // Without any run yet, the time counts from the last migration of the new database.
  const since = earliest ?? (last ? `${last.appliedAt.replace(' ', 'T')}Z` : '')
  return {
    schema: last?.name === LAST_MIGRATION ? 'ok' : 'behind',
    cron: now.getTime() - Date.parse(since) <= cronPatienceInMs ? 'ok' : 'late',
  }
}
