import { describe, expect, test } from 'vitest'
import { authenticator, type Quirks } from '#tests/support/authenticator.ts'
import { newPasskeyBody, passkeyBody } from '#worker/auth/passkeys.contract.ts'
import {
  askForNewPasskey,
  askForPasskey,
  checkAnswer,
  checkRegistration,
} from '#worker/auth/webauthn.ts'

// The library on the platform's own runtime (an earlier version did not load there), against a passkey
// that does not know it.

const site = { origin: 'https://umzug.zunft.test', id: 'umzug.zunft.test' }
const user = { id: 7, emailAddress: 's@zunft.test', firstName: 'Sabine', lastName: 'Kächele' }

async function register(quirks: Quirks = {}, counts = true) {
  const device = await authenticator(site.origin, { counts })
  const question = await askForNewPasskey(site, user, { guildName: 'Narrenzunft', known: [] })
  const { response } = newPasskeyBody.parse({
    ticket: 'any',
    response: await device.create(question, quirks),
  })
  const stored = await checkRegistration(response, { site, challenge: question.challenge })
  return { device, question, stored }
}

async function signIn(
  { device, stored }: Awaited<ReturnType<typeof register>>,
  quirks: Quirks = {},
  counter = stored?.counter ?? 0,
) {
  if (!stored) throw new Error('It was not registered')
  const question = await askForPasskey(site)
  const { response } = passkeyBody.parse({
    ticket: 'any',
    response: await device.get(question, quirks),
  })
  const passkey = { ...stored, counter, userId: user.id }
  return checkAnswer(response, { site, challenge: question.challenge, passkey })
}

test('asks for a key that stays on the device and knows its owner', async () => {
  const known = [{ credentialId: 'AAAA', transports: 'internal,hybrid' }]
  const question = await askForNewPasskey(site, user, { guildName: '', known })
  expect(question).toMatchObject({
    rp: { id: 'umzug.zunft.test', name: 'Zunft' },
    user: { id: 'Nw', name: 's@zunft.test', displayName: 'Sabine Kächele' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: 'AAAA', type: 'public-key', transports: ['internal', 'hybrid'] }],
  })
  expect(question.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-8, -7, -257])
  expect(Buffer.from(question.challenge, 'base64url')).toHaveLength(32)
})

test('asks for any passkey of the site, or for those that are known, and always for the owner', async () => {
  expect(await askForPasskey(site)).toMatchObject({
    rpId: 'umzug.zunft.test',
    userVerification: 'required',
    allowCredentials: [],
  })
  const { allowCredentials } = await askForPasskey(site, [{ credentialId: 'AAAA', transports: '' }])
  expect(allowCredentials).toEqual([{ id: 'AAAA', type: 'public-key', transports: [] }])
})

describe('a new passkey', () => {
  test('is taken with its key and its counter', async () => {
    const { device, stored } = await register()
    expect(stored).toEqual({
      credentialId: device.credentialId,
      publicKey: expect.stringMatching(/^[\w-]{100,}$/),
      counter: 1,
    })
  })

  test.each<[string, Quirks]>([
    ['made on a foreign page', { origin: 'https://umzug.zunft.test.boese.test' }],
    ['made on another port', { origin: 'https://umzug.zunft.test:8443' }],
    ['made on the page of another protocol', { origin: 'http://umzug.zunft.test' }],
    ['made for another site', { rpId: 'boese.test' }],
    ['of somebody who did not show to be themselves', { flags: 0x01 }],
    ['made while nobody stood there', { flags: 0x04 }],
    ['that is an answer to another kind of question', { type: 'webauthn.get' }],
    ['of a device that names certificates', certified()],
    ['of a device that vouches in a way of its own', { fmt: 'apple' }],
    ['of a device that vouches in no known way', { fmt: '__proto__' }],
  ])('%s is refused', async (_, quirks) => {
    expect((await register(quirks)).stored).toBeNull()
  })

  test('is refused with an answer to an older question', async () => {
    const { device, question } = await register()
    const { response } = newPasskeyBody.parse({
      ticket: 'any',
      response: await device.create(question),
    })
    const later = await askForNewPasskey(site, user, { guildName: '', known: [] })
    expect(await checkRegistration(response, { site, challenge: later.challenge })).toBeNull()
  })
})

describe('an answer', () => {
  test('is right when the passkey gave it, and says where its counter is', async () => {
    expect(await signIn(await register())).toBe(2)
  })

  test('is right without a counter as well: a passkey that is synced has none', async () => {
    expect(await signIn(await register({}, false))).toBe(0)
  })

  test.each<[string, Quirks]>([
    ['on a foreign page', { origin: 'https://zunft.test' }],
    ['for another site', { rpId: 'zunft.test' }],
    ['by another key', { stranger: true }],
    ['of somebody who did not show to be themselves', { flags: 0x01 }],
    ['while nobody stood there', { flags: 0x04 }],
    ['to another kind of question', { type: 'webauthn.create' }],
    ['with a counter that stood still', { counter: 1 }],
    ['with a counter that went back', { counter: 0 }],
    ['in the name of somebody else', { userHandle: 'OA' }],
  ])('%s is refused', async (_, quirks) => {
    expect(await signIn(await register(), quirks)).toBeNull()
  })

  test.each(['', 'AA', '!', 'A'.repeat(2000)])(
    'that is nonsense (%s) is refused',
    async (bytes) => {
      const { device, stored } = await register()
      const question = await askForPasskey(site)
      const honest = await device.get(question)
      for (const part of ['clientDataJSON', 'authenticatorData', 'signature'] as const) {
        const response = { ...honest, response: { ...honest.response, [part]: bytes } }
        const passkey = { ...(stored ?? fail()), userId: user.id }
        const { challenge } = question
        expect(await checkAnswer(response, { site, challenge, passkey })).toBeNull()
      }
    },
  )
})

function certified(): Quirks {
  return { fmt: 'packed', attStmt: new Map([['x5c', [new Uint8Array(300)]]]) }
}

function fail(): never {
  throw new Error('It was not registered')
}
