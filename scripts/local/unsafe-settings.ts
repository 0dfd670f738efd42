import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { envProblems, type Settings } from '#worker/env.ts'
import { paymentVars } from './payment-vars.ts'
import { configPath, projectDir } from './project.ts'
import { stop } from './stop.ts'

const helps: Record<keyof Settings, string> = {
  ENVIRONMENT: 'ENVIRONMENT in wrangler.toml: Auf dem eigenen Rechner heißt es "local".',
  JWT_SECRET: `JWT_SECRET in .dev.vars ist zu kurz oder zu einförmig: mindestens 32 Zeichen, 12 verschiedene.
Lösche die Zeile: Beim nächsten Start entsteht ein neues.`,
  APP_ORIGIN:
    'APP_ORIGIN: Mit ENVIRONMENT=production braucht es die öffentliche Adresse, mit https.',
  PAYMENT_PROVIDER: 'PAYMENT_PROVIDER: Mit ENVIRONMENT=production gilt stripe, mollie oder nichts.',
}

/**
 * With these settings the worker answers 503 to everything: says so before building, and how to correct them.
 */
export async function stopOnUnsafeSettings(): Promise<void> {
  const { unstable_readConfig } = await import('wrangler')
  const path = join(projectDir, '.dev.vars')
  const settings = {
    ...unstable_readConfig({ config: configPath }).vars,
    ...(existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {}),
    ...paymentVars(process.env),
  }
  const problems = envProblems(settings)
  if (problems.length > 0) stop(problems.map((name) => helps[name]).join('\n'))
}
