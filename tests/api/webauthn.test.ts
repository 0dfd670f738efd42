import { describe, expect, test } from 'vitest'
import { authenticator, type Quirks } from '#tests/support/authenticator.ts'
import { newPasskeyBody, passkeyBody } from '#worker/auth/passkeys.contract.ts'
import {
  askForNewPasskey,
  askForPasskey,
  verifyAnswer,
  verifyRegistration,
} from '#worker/auth/webauthn.ts'

// Tests the WebAuthn library in workerd (an earlier version did not load there) with an independent
// authenticator.

const site = { origin: 'https://umzug.zunft.test', id: 'umzug.zunft.test' }
const user = { id: 7, emailAddress: 's@zunft.test', firstName: 'Sabine', lastName: 'Kächele' }

async function register(quirks: Quirks = {}, counts = true) {
  const device = await authenticator(site.origin, { counts })
  const question = await askForNewPasskey(site, user, { guildName: 'Narrenzunft', known: [] })
  const { response } = newPasskeyBody.parse({
    ticket: 'any',
    response: await device.create(question, quirks),
  })
  const stored = await verifyRegistration(response, { site, challenge: question.challenge })
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
  return verifyAnswer(response, { site, challenge: question.challenge, passkey })
}

test("The request to register a passkey demands a resident key and user verification, and excludes the user's known passkeys", async () => {
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

test('The request to sign in with a passkey demands user verification and allows any passkey of the site, or only the given ones', async () => {
  expect(await askForPasskey(site)).toMatchObject({
    rpId: 'umzug.zunft.test',
    userVerification: 'required',
    allowCredentials: [],
  })
  const { allowCredentials } = await askForPasskey(site, [{ credentialId: 'AAAA', transports: '' }])
  expect(allowCredentials).toEqual([{ id: 'AAAA', type: 'public-key', transports: [] }])
})

describe('A new passkey', () => {
  test('A valid new passkey is accepted, and its id, public key and counter are returned', async () => {
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
    ['without user verification', { flags: 0x01 }],
    ['made without user presence', { flags: 0x04 }],
    ['that responds to another kind of request', { type: 'webauthn.get' }],
    ['with a certificate chain', certified()],
    ['with a vendor-specific attestation', { fmt: 'apple' }],
    ['with an unknown attestation', { fmt: '__proto__' }],
  ])('A new passkey %s is rejected', async (_, quirks) => {
    expect((await register(quirks)).stored).toBeNull()
  })

  test('A new passkey whose response is to an older challenge is rejected', async () => {
    const { device, question } = await register()
    const { response } = newPasskeyBody.parse({
      ticket: 'any',
      response: await device.create(question),
    })
    const later = await askForNewPasskey(site, user, { guildName: '', known: [] })
    expect(await verifyRegistration(response, { site, challenge: later.challenge })).toBeNull()
  })
})

describe("A passkey's response", () => {
  test('The valid response of a registered passkey is accepted, and its new counter is returned', async () => {
    expect(await signIn(await register())).toBe(2)
  })

  test('The response of a synced passkey, whose counter is always 0, is accepted', async () => {
    expect(await signIn(await register({}, false))).toBe(0)
  })

  test.each<[string, Quirks]>([
    ['from another origin', { origin: 'https://zunft.test' }],
    ['for another site', { rpId: 'zunft.test' }],
    ['signed with another key', { stranger: true }],
    ['without user verification', { flags: 0x01 }],
    ['without user presence', { flags: 0x04 }],
    ['to another kind of request', { type: 'webauthn.create' }],
    ['with an unchanged counter', { counter: 1 }],
    ['with a counter that went back', { counter: 0 }],
    ['with another user handle', { userHandle: 'OA' }],
  ])("A passkey's response %s is rejected", async (_, quirks) => {
    expect(await signIn(await register(), quirks)).toBeNull()
  })

  test.each(['', 'AA', '!', 'A'.repeat(2000)])(
    "A passkey's response with invalid bytes (%s) in any of its parts is rejected",
    async (bytes) => {
      const { device, stored } = await register()
      const question = await askForPasskey(site)
      const honest = await device.get(question)
      for (const part of ['clientDataJSON', 'authenticatorData', 'signature'] as const) {
        const response = { ...honest, response: { ...honest.response, [part]: bytes } }
        const passkey = { ...(stored ?? fail()), userId: user.id }
        const { challenge } = question
        expect(await verifyAnswer(response, { site, challenge, passkey })).toBeNull()
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
