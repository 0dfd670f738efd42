import { env } from 'cloudflare:workers'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { rights } from '#tests/api/rights.ts'
import { call, json, rows, runCron, setClock } from '#tests/support/api.ts'
import { expectLogged, logged } from '#tests/support/log.ts'
import { type Env, envProblems } from '#worker/env.ts'

// The settings that the worker needs before it answers any request.

const secret = 'q7Hk2-vTz9_LmXw4RbYc8NfPgJs3DdAe'
const local = { ENVIRONMENT: 'local', JWT_SECRET: secret, APP_ORIGIN: '', PAYMENT_PROVIDER: '' }
const production = {
  ENVIRONMENT: 'production',
  JWT_SECRET: secret,
  APP_ORIGIN: 'https://umzug.narrenzunft-schellental.de',
  PAYMENT_PROVIDER: '',
}

describe('A required setting', () => {
  test.each<[string, Partial<Env>, string[]]>([
    ['none on a local machine', local, []],
    ['none on a deployed worker', production, []],
    ['no secret', { ...local, JWT_SECRET: '' }, ['JWT_SECRET']],
    ['no variable for the secret', { ENVIRONMENT: 'local' }, ['JWT_SECRET']],
    ['a secret of 31 characters', { ...local, JWT_SECRET: secret.slice(1) }, ['JWT_SECRET']],
    [
      'none for a secret of 32 bytes in fewer characters',
      { ...local, JWT_SECRET: 'äbcdefghijklmnöpqrstuvwxyz0123' },
      [],
    ],
    [
      'a secret of eleven different characters',
      { ...local, JWT_SECRET: 'abcdefghijk'.repeat(4) },
      ['JWT_SECRET'],
    ],
    [
      'none for a secret of twelve different characters',
      { ...local, JWT_SECRET: 'abcdefghijkl'.repeat(3) },
      [],
    ],
    [
      'a secret of one repeated character on a deployed worker',
      { ...production, JWT_SECRET: 'x'.repeat(64) },
      ['JWT_SECRET'],
    ],
    ['no address', { ...production, APP_ORIGIN: '' }, ['APP_ORIGIN']],
    ['an address without a scheme', { ...production, APP_ORIGIN: 'umzug' }, ['APP_ORIGIN']],
    ['an address without TLS', { ...production, APP_ORIGIN: 'http://umzug.de' }, ['APP_ORIGIN']],
    [
      'the example address of the documentation',
      { ...production, APP_ORIGIN: 'https://umzug.example.de' },
      ['APP_ORIGIN'],
    ],
    [
      'example.com as address',
      { ...production, APP_ORIGIN: 'https://EXAMPLE.com' },
      ['APP_ORIGIN'],
    ],
    [
      'an address that ends with .example',
      { ...production, APP_ORIGIN: 'https://zunft.example' },
      ['APP_ORIGIN'],
    ],
    [
      'none for an address that contains "example"',
      { ...production, APP_ORIGIN: 'https://example-zunft.de' },
      [],
    ],
    [
      'none for an example address on a local machine',
      { ...local, APP_ORIGIN: 'http://umzug.example' },
      [],
    ],
    [
      'the sandbox on a deployed worker',
      { ...production, PAYMENT_PROVIDER: 'sandbox' },
      ['PAYMENT_PROVIDER'],
    ],
    [
      'an unknown payment provider',
      { ...production, PAYMENT_PROVIDER: 'paypal' },
      ['PAYMENT_PROVIDER'],
    ],
    [
      'a name that every object has as payment provider',
      { ...production, PAYMENT_PROVIDER: 'constructor' },
      ['PAYMENT_PROVIDER'],
    ],
    [
      '"none" as payment provider',
      { ...production, PAYMENT_PROVIDER: 'none' },
      ['PAYMENT_PROVIDER'],
    ],
    ['none with Stripe', { ...production, PAYMENT_PROVIDER: 'stripe' }, []],
    ['none with Mollie', { ...production, PAYMENT_PROVIDER: 'mollie' }, []],
    ['none for the sandbox on a local machine', { ...local, PAYMENT_PROVIDER: 'sandbox' }, []],
    ['several settings at once', { ENVIRONMENT: 'production' }, ['JWT_SECRET', 'APP_ORIGIN']],
  ])(
    'The check of the required settings reports exactly those with a problem: %s',
    (_what, settings, problems) => {
      expect(envProblems(settings)).toEqual(problems)
    },
  )
})

/** Changes the worker's settings until the end of the test. */
async function useSettings(settings: Partial<Env>): Promise<void> {
  const before = { ...env }
  Object.assign(env, settings)
  onTestFinished(() => void Object.assign(env, before))
}

const refusal = {
  code: 'NotSetUp',
  message: 'Diese Anwendung ist noch nicht fertig eingerichtet. Versuche es später noch einmal.',
}

describe('A worker without a required setting', () => {
  test('Without a valid required setting every route but the health check answers 503 and does not reveal the setting', async () => {
    setClock()
    const typed = 'kurz-und-geheim'
    await useSettings({ JWT_SECRET: typed })
    const answered: string[] = []
    const routes = rights.map(({ call: route }) => route).filter((route) => !route.includes('?'))
    for (const route of [...routes, 'GET /api/nowhere', 'GET /login', 'GET /members/1']) {
      const [method = '', path = ''] = route.split(' ')
      const headers = { Accept: 'text/html' }
      const address = path.replace(':year', '2027').replace(/:\w+/g, '1')
      const response = await call(method, address, undefined, { headers })
      expect(response.headers.get('X-Content-Type-Options'), route).toBe('nosniff')
      if (response.status !== 503) {
        answered.push(route)
        continue
      }
      expect(response.headers.get('Cache-Control'), route).toBe('no-store')
      if (path.startsWith('/api/')) expect((await json(response)).error).toEqual(refusal)
      else expect(await response.text()).toContain(refusal.message)
    }
    expect(answered).toEqual(['GET /api/v1/health'])
    expect(logged().split('\n')).toHaveLength(1)
    expect(JSON.parse(logged())).toEqual({
      level: 'error',
      event: 'not_set_up',
      variables: ['JWT_SECRET'],
    })
    expect(logged()).not.toContain(typed)
    expectLogged('not_set_up')
  })

  test('Without a required setting the cron runs no job', async () => {
    setClock()
    vi.resetModules()
    await useSettings({ JWT_SECRET: '', APP_ORIGIN: 'x' })
    await runCron()
    expect(await rows('SELECT job FROM job_runs')).toEqual([])
    expect(logged()).not.toContain('cron')
    if (logged()) expectLogged('not_set_up')
  })
})
