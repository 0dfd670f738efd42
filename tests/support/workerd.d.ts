// What the tests use of workerd's modules; the ambient types of the whole runtime would clash with
// those of the browser. An ambient file cannot import, hence the inline types.

declare module 'cloudflare:workers' {
  export const env: import('#worker/env.ts').Env & {
    TEST_MIGRATIONS: { name: string; queries: string[] }[]
    /** Only set in the soak. */
    SOAK_SEED?: string
  }
  export const exports: {
    default: { fetch(input: string | Request, init?: RequestInit): Promise<Response> }
  }
}

declare module 'cloudflare:test' {
  type Migrations = { name: string; queries: string[] }[]
  type Context = import('@cloudflare/workers-types').ExecutionContext
  export function applyD1Migrations(
    db: import('@cloudflare/workers-types').D1Database,
    migrations: Migrations,
  ): Promise<void>
  export function reset(): Promise<void>
  export function createScheduledController(options?: {
    cron?: string
  }): import('@cloudflare/workers-types').ScheduledController
  export function createExecutionContext(): Context
  export function waitOnExecutionContext(context: Context): Promise<void>
}
