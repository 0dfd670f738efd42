import { commit } from '#worker/db/commit.ts'
import { deleteLoginFailuresBefore } from './auth/auth.queries.ts'
import { deleteOldChallenges } from './auth/passkeys.queries.ts'
import { deleteOldSetupLinks } from './auth/set-up.ts'
import { causeOf } from './db/causes.ts'
import { type Audit, Connection } from './db/connection.ts'
import { openDb } from './db/db.ts'
import { type Job, jobs, type PaymentProviderId } from './domain/codes.ts'
import { failuresCountFrom } from './domain/password.ts'
import type { Env } from './env.ts'
import { clock } from './http/factory.ts'
import { deleteOldHourlyCounts } from './http/rate-limit.ts'
import { isSetUp } from './http/set-up.ts'
import { deleteStagedImports } from './imports/imports.queries.ts'
import { applyDueExits } from './members/leave-member.ts'
import { deleteUnknownJobs, saveJobRun } from './operations/operations.queries.ts'
import { sweepOrders } from './orders/close-order.ts'
import { sendOrderMails } from './orders/mails/order-mails.ts'
import { deleteOldNetworkLoads } from './orders/network-load.queries.ts'
import { providerOf } from './payments/providers.ts'
import { runRetention } from './privacy/run-retention.ts'
import { prepareStatistics } from './statistics/prepare.ts'

/** The most mails that one run sends; the next run, five minutes later, sends the rest. */
const mailsPerRound = 50

/**
 * The five-minute cron. It may run more than once, so every task is idempotent; a failed task does not stop the
 * others.
 */
export async function runSchedule(env: Env): Promise<void> {
  // With invalid settings `requireSetUp` rejects every request, and mails would contain a wrong address.
  if (!isSetUp(env)) return
  const { now, today } = clock()
  const audit: Audit = { via: 'cron', userId: null, requestId: '', act: 'cron', now }
  const db = openDb(new Connection(env.DB, audit))
  const origin = env.APP_ORIGIN
  const provider = (id?: PaymentProviderId) => providerOf({ env, db, origin, now }, id)
  // Sends nothing: the task `mails`, which runs last, sends all mails.
  const sendMailsOf = () => {}
  const tasks: Record<Job, () => Promise<unknown>> = {
    orders: () => sweepOrders({ db, now, today, origin, provider, sendMailsOf }),
    logins: () => commit(db, [deleteLoginFailuresBefore(failuresCountFrom(now).toISOString())]),
    challenges: () => commit(db, [deleteOldChallenges(now), deleteOldSetupLinks(now)]),
    networks: () => deleteOldNetworkLoads(db, now),
    counts: () => deleteOldHourlyCounts(db, now),
    imports: () => deleteStagedImports(db, now),
    // Exits run before the statistics, which count today's members.
    exits: () => applyDueExits({ db, now, today }),
    retention: () => runRetention({ db, now, today }),
    statistics: () => prepareStatistics({ db, now, today }),
    mails: () => sendOrderMails({ db, now, env, origin }, { limit: mailsPerRound }),
  }
  let hasFailed = false
  const logUnsaved = (error: unknown) => {
    hasFailed = true
    logFailure('job_runs', error)
  }
  for (const job of jobs) {
    // Each task has its own request id in the history.
    audit.requestId = crypto.randomUUID()
    audit.act = `cron ${job}`
    const startedAt = new Date().toISOString()
    const cause = await tasks[job]().then(
      () => null,
      (error: unknown) => {
        hasFailed = true
        return logFailure(job, error)
      },
    )
    const run = { job, startedAt, endedAt: new Date().toISOString(), cause }
    // `GET /api/v1/ready` reads these rows and reports the cron as late when one is missing.
    await saveJobRun(db, run).catch(logUnsaved)
  }
  await deleteUnknownJobs(db, jobs).catch(logUnsaved)
  // Not one of the original errors: the platform would log it with the parameters of its statement.
  if (hasFailed) throw new Error('Some cron tasks failed; see the lines above')
}

/** Logs a failed task. @returns the cause in a form that may be stored */
function logFailure(task: string, error: unknown): string {
  const name = error instanceof Error ? error.name : typeof error
  const cause = causeOf(error)
  console.error(JSON.stringify({ level: 'error', event: 'cron', task, error: name, cause }))
  return cause ?? ''
}
