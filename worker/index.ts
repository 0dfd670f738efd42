import type { ExecutionContext, ScheduledController } from '@cloudflare/workers-types'
import { app } from './app.ts'
import type { Env } from './env.ts'
import { runSchedule } from './schedule.ts'

export default {
  fetch: app.fetch,
  scheduled: (_controller: ScheduledController, env: Env, context: ExecutionContext) =>
    context.waitUntil(runSchedule(env)),
}
