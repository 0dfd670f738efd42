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

// "Was noch fehlt": open steps of a new guild, shown to management on the overview.

let token: string

beforeEach(async () => {
  setClock()
  // Not a local machine, so passkeys are offered.
  configure({ ENVIRONMENT: 'preview', PAYMENT_PROVIDER: '' })
  ;({ token } = await signedIn('management'))
})

const home = () => json(call('GET', '/api/home', undefined, { token }))
const missingSteps = async (): Promise<string[]> =>
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

/** Completes each step; the default fees and honors are accepted by skipping. */
const completeStep: Record<SetupStep, () => Promise<unknown>> = {
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

describe('missing setup steps of a new guild', () => {
  test('For a new guild every setup step is listed as missing, in order, and for the legal pages also their empty fields', async () => {
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

  test.each(setupSteps)(
    'The setup step %s is no longer listed as missing once it is done, whichever other steps are missing',
    async (step) => {
      await completeStep[step]()
      const others = setupSteps.filter((one) => one !== step)
      expect(await missingSteps()).toEqual(
        others.flatMap((one) => (one === 'privacy' ? ['imprint', one] : [one])),
      )
    },
  )

  test.each(setupSteps)(
    'While the setup step %s is skipped, it is not listed as missing',
    async (step) => {
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
    },
  )

  test('No setup step is missing when every step is done or skipped', async () => {
    for (const [index, step] of setupSteps.entries()) {
      await (index % 2 ? skip(step) : completeStep[step]())
    }
    expect((await home()).missing).toEqual([])
  })

  test('No setup step is missing in the demo guild', async () => {
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

describe("the user's own passkey on the overview", () => {
  const passkeyOf = async (of: { token: string }) =>
    (await json(call('GET', '/api/home', undefined, { token: of.token }))).passkey

  test('The overview says whether the user has a passkey and from when one is required, but only to users with management', async () => {
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

  test('On a local machine the overview does not offer to add a passkey, and the setup has no step for passkeys', async () => {
    configure({ ENVIRONMENT: 'local' })
    await rows(`UPDATE guild_settings SET passkeys_required_from = '2027-01-01' RETURNING id`)
    expect(await missingSteps()).not.toContain('passkeys')
    await rows('UPDATE guild_settings SET passkeys_required = 1 RETURNING id')
    expect((await home()).passkey).toEqual({ isMissing: true, askedFrom: null, isOffered: false })
  })
})

describe('completion of a setup step', () => {
  test('A setup step with only half of its data is still missing', async () => {
    await settings({ creditorName: 'Narrenzunft', creditorIban: 'DE02120300000000202051' })
    await aParade({ date: '2027-01-15' })
    await signedIn('helper')
    await rows(`UPDATE users SET locked = 1 WHERE email_address = 'helper@example.test'`)
    const { contactEmail: _, ...some } = imprint
    await settings(some)
    configure({ PAYMENT_PROVIDER: 'stripe' })
    const left = await missingSteps()
    expect(left).toEqual(
      setupSteps.flatMap((step) => (step === 'privacy' ? ['imprint', step] : [step])),
    )
  })

  test('A completed setup step is missing again once its data is deleted', async () => {
    const type = await aCostumeType()
    expect(await missingSteps()).not.toContain('costumeTypes')
    await rows(`DELETE FROM costume_types WHERE id = ${type.id}`)
    expect(await missingSteps()).toContain('costumeTypes')
  })

  test('Setup steps that are skipped at the same moment are all stored as skipped', async () => {
    await Promise.all(setupSteps.map((step) => skip(step)))
    const { skipped } = await home()
    expect(skipped).toEqual(setupSteps)
  })

  test('Skipping a setup step, and taking the skip back, are one history entry each, even if the request is repeated', async () => {
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

  test('Rejects skipping an unknown setup step, and an incomplete request (400 or 422)', async () => {
    const wrong = [{ step: 'imprint', skipped: true }, { step: 'fees' }, { skipped: true }, {}]
    for (const body of wrong) {
      const answer = await call('PUT', '/api/guild/setup', body, { token })
      expect([400, 422]).toContain(answer.status)
    }
    expect((await home()).skipped).toEqual([])
  })

  test('Skipped setup steps are not part of the settings', async () => {
    await skip('fees')
    const stored = await json(call('GET', '/api/guild/settings', undefined, { token }))
    expect(Object.keys(stored)).not.toContain('setupSkipped')
  })
})

describe('legal pages among the missing setup steps', () => {
  test('A legal page is listed as missing with its empty required fields until these are filled or the guild has entered its own text', async () => {
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

test.each(['readonly', 'helper'] as const)(
  'A user with the role %s gets no missing setup steps',
  async (role) => {
    const { token: ofRole } = await signedIn(role)
    const overview = await json(call('GET', '/api/home', undefined, { token: ofRole }))
    expect(Object.keys(overview)).not.toContain('missing')
    expect(Object.keys(overview)).not.toContain('skipped')
  },
)
