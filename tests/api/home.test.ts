import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeDemoGuild } from '#scripts/demo/demo-guild.ts'
import { loadDemoGuild } from '#scripts/demo/load.ts'
import { sizeOf } from '#scripts/demo/size.ts'
import { management } from '#scripts/demo/users.ts'
import { call, json, rows, setClock, signedIn, today, tokenOf } from '#tests/support/api.ts'
import { aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { aPasskey, aUser } from '#tests/support/passkeys.ts'
import { configure } from '#tests/support/payment-settings.ts'
import { type SetupStep, setupSteps } from '#worker/domain/codes.ts'

// "Was noch fehlt": what a new guild has still to do, told to the management on the overview.

let token: string

beforeEach(async () => {
  setClock()
  // Not one's own machine: passkeys are offered.
  configure({ ENVIRONMENT: 'preview', PAYMENT_PROVIDER: '' })
  ;({ token } = await signedIn('management'))
})

const home = () => json(call('GET', '/api/home', undefined, { token }))
const missing = async (): Promise<string[]> =>
  (await home()).missing.map(({ step }: { step: string }) => step)
const skip = (step: SetupStep, skipped = true) =>
  call('PUT', '/api/guild/setup', { step, skipped }, { token })
const settings = (change: object) => call('PUT', '/api/guild/settings', change, { token })

const imprint = {
  legalName: 'Narrenzunft Schellental',
  street: 'Zunftstraße 3',
  plz: '88888',
  town: 'Schellental',
  representatives: 'Sabine Kächele',
  contactEmail: 'zunft@example.test',
}

/** What takes each step; fees and honors fit as they are. */
const taking: Record<SetupStep, () => Promise<unknown>> = {
  association: () => settings({ name: 'Narrenzunft Schellental' }),
  sepa: () =>
    settings({
      creditorName: 'Narrenzunft Schellental',
      creditorId: 'DE98ZZZ09999999999',
      creditorIban: 'DE02120300000000202051',
    }),
  fees: () => skip('fees'),
  honors: () => skip('honors'),
  costumeTypes: () => aCostumeType(),
  import: () => aMember(),
  parade: () => aParade({ date: today }),
  payment: async () =>
    configure({ PAYMENT_PROVIDER: 'mollie', MOLLIE_API_KEY: `test_${'a'.repeat(30)}` }),
  privacy: () => settings(imprint),
  secondUser: () => signedIn('readonly'),
  passkeys: () => rows('UPDATE guild_settings SET passkeys_required = 1 RETURNING id'),
}

describe('what is missing in a new guild', () => {
  test('is every step, in its order; the legal pages name their fields', async () => {
    const found = await home()
    const steps = found.missing.map(({ step }: { step: string }) => step)
    expect(steps).toEqual(
      setupSteps.flatMap((step) => (step === 'privacy' ? ['imprint', step] : [step])),
    )
    expect(found.missing).toContainEqual({
      step: 'privacy',
      fields: ['legalName', 'street', 'plz', 'town', 'contactEmail'],
    })
    expect(found.skipped).toEqual([])
  })

  test.each(setupSteps)('%s goes when it is done, whatever comes first', async (step) => {
    await taking[step]()
    const others = setupSteps.filter((one) => one !== step)
    expect(await missing()).toEqual(
      others.flatMap((one) => (one === 'privacy' ? ['imprint', one] : [one])),
    )
  })

  test.each(setupSteps)('%s goes when it is not needed, and comes back', async (step) => {
    const before = await home()
    const answer = await skip(step)
    expect(answer.status).toBe(200)
    const then = await home()
    expect(await json(answer)).toEqual(then)
    expect(then.skipped).toEqual([step])
    const left = step === 'privacy' ? ['imprint', 'privacy'] : [step]
    expect(then.missing).toEqual(
      before.missing.filter((one: { step: string }) => !left.includes(one.step)),
    )
    expect(await json(skip(step, false))).toEqual(before)
  })

  test('is nothing when all is done or not needed', async () => {
    for (const [index, step] of setupSteps.entries()) {
      await (index % 2 ? skip(step) : taking[step]())
    }
    expect((await home()).missing).toEqual([])
  })

  test('is nothing in the demo', async () => {
    await rows('DELETE FROM sessions')
    await rows('DELETE FROM user_roles')
    await rows('DELETE FROM audit_entries')
    await rows('DELETE FROM users')
    await loadDemoGuild(env.DB, makeDemoGuild(sizeOf(60, 2), today), today)
    configure({ ENVIRONMENT: 'local', PAYMENT_PROVIDER: 'sandbox' })
    token = await tokenOf(management.id)
    expect((await home()).missing).toEqual([])
  })
})

describe('a passkey of one’s own', () => {
  const passkeyOf = async (of: { token: string }) =>
    (await json(call('GET', '/api/home', undefined, { token: of.token }))).passkey

  test('is told to management alone: whether it is missing, and from when it is asked for', async () => {
    const user = await aUser()
    expect(await passkeyOf(user)).toEqual({ isMissing: true, askedFrom: null, isOffered: true })
    await aPasskey(user)
    expect(await passkeyOf(user)).toMatchObject({ isMissing: false })
    // Another user's passkey does not count as one's own.
    expect((await home()).passkey.isMissing).toBe(true)
    const ask = (day: string | null) =>
      rows(
        `UPDATE guild_settings SET passkeys_required = 1, passkeys_required_from = ${day} RETURNING id`,
      )
    await ask("'2027-01-30'")
    expect((await home()).passkey.askedFrom).toBe('2027-01-30')
    await ask('NULL')
    expect((await home()).passkey.askedFrom).toBe(today)
    for (const role of ['readonly', 'helper'] as const) {
      expect(await passkeyOf(await signedIn(role))).toBeUndefined()
    }
  })

  test('on a local machine no passkey is asked for, and the setup has no such step', async () => {
    configure({ ENVIRONMENT: 'local' })
    await rows(`UPDATE guild_settings SET passkeys_required_from = '2027-01-01' RETURNING id`)
    expect(await missing()).not.toContain('passkeys')
    await rows('UPDATE guild_settings SET passkeys_required = 1 RETURNING id')
    expect((await home()).passkey).toEqual({ isMissing: true, askedFrom: null, isOffered: false })
  })
})

describe('a step', () => {
  test('is not taken by half of it', async () => {
    await settings({ creditorName: 'Narrenzunft', creditorIban: 'DE02120300000000202051' })
    await aParade({ date: '2027-01-15' })
    await signedIn('helper')
    await rows(`UPDATE users SET locked = 1 WHERE email_address = 'helper@example.test'`)
    const { contactEmail: _, ...some } = imprint
    await settings(some)
    configure({ PAYMENT_PROVIDER: 'stripe' })
    const left = await missing()
    expect(left).toEqual(
      setupSteps.flatMap((step) => (step === 'privacy' ? ['imprint', step] : [step])),
    )
  })

  test('that was taken is missing again when its reason is gone', async () => {
    const type = await aCostumeType()
    expect(await missing()).not.toContain('costumeTypes')
    await rows(`DELETE FROM costume_types WHERE id = ${type.id}`)
    expect(await missing()).toContain('costumeTypes')
  })

  test('is set aside by several people at once, and none is lost', async () => {
    await Promise.all(setupSteps.map((step) => skip(step)))
    const { skipped } = await home()
    expect(skipped).toEqual(setupSteps)
  })

  test('is told by the history, once', async () => {
    await skip('payment')
    await skip('payment')
    await skip('payment', false)
    await skip('payment', false)
    const lines = await rows(`SELECT act, op, changes FROM audit_entries WHERE entity = 'settings'`)
    const act = 'PUT /api/guild/setup'
    expect(lines).toEqual([
      { act, op: 'event', changes: '{"setupSkipped":[null,"payment"]}' },
      { act, op: 'event', changes: '{"setupAsked":[null,"payment"]}' },
    ])
  })

  test('that nobody knows is refused', async () => {
    const wrong = [{ step: 'imprint', skipped: true }, { step: 'fees' }, { skipped: true }, {}]
    for (const body of wrong) {
      const answer = await call('PUT', '/api/guild/setup', body, { token })
      expect([400, 422]).toContain(answer.status)
    }
    expect((await home()).skipped).toEqual([])
  })

  test('does not change what the settings say', async () => {
    await skip('fees')
    const stored = await json(call('GET', '/api/guild/settings', undefined, { token }))
    expect(Object.keys(stored)).not.toContain('setupSkipped')
  })
})

describe('the legal pages', () => {
  test('lack what the law asks for, until it is there', async () => {
    await settings({ ...imprint, legalName: 'Narrenzunft e.V.', street: '', plz: '' })
    const legal = async () =>
      (await home()).missing.filter((one: { fields?: string[] }) => one.fields)
    expect(await legal()).toEqual([
      { step: 'imprint', fields: ['street', 'plz', 'registerCourt', 'registerNumber'] },
      { step: 'privacy', fields: ['street', 'plz'] },
    ])
    await settings({ imprintText: 'Wir sind es.' })
    expect(await legal()).toEqual([{ step: 'privacy', fields: ['street', 'plz'] }])
    await settings({ privacyText: 'Nur das Nötige.' })
    expect(await legal()).toEqual([])
  })
})

test.each(['readonly', 'helper'] as const)('nothing of it is told to %s', async (role) => {
  const { token: theirs } = await signedIn(role)
  const told = await json(call('GET', '/api/home', undefined, { token: theirs }))
  expect(Object.keys(told)).not.toContain('missing')
  expect(Object.keys(told)).not.toContain('skipped')
})
