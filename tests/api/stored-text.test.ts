import { beforeEach, describe, expect, test } from 'vitest'
import { call, json, rows, setClock } from '#tests/support/api.ts'
import { aCostumeType, aParade } from '#tests/support/builders.ts'
import { anEnrolment } from '#tests/support/enrolment.ts'

// What an anonymous visitor types is stored only if it is text that a backup can hold and restore.

/** Control characters and half of a surrogate pair. */
const unstorable = ['\u0000', '\u0007', '\u001b', '\u007f', '\u009f', '\ud83d']

/** The text with each of them inside and at either end. */
const oddOnes = (text: string) =>
  unstorable.flatMap((one) => [text.slice(0, 3) + one + text.slice(3), one + text, text + one])

/** The number of rows of each table. */
async function counts() {
  const tables = await rows<{ name: string }>(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'
     AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
  )
  const counted: Record<string, number> = {}
  for (const { name } of tables) {
    // Rejections are counted by minute and code on purpose.
    if (name === 'refusals') continue
    const [row] = await rows<{ n: number }>(`SELECT count(*) AS n FROM ${name}`)
    counted[name] = row?.n ?? 0
  }
  return counted
}

beforeEach(() => setClock())

const wordsOf = async (response: Response) => ({
  status: response.status,
  body: await json(response),
})

describe('The e-mail address of a sign-in', () => {
  const signIn = (emailAddress: string) =>
    call('POST', '/api/v1/auth/login', { emailAddress, password: 'Fasnet-2026!' })

  test('A sign-in whose address contains a control character is rejected like one with an unknown address (401) and stores nothing', async () => {
    const before = await counts()
    const odd = oddOnes('niemand@example.test')
    const answers = await Promise.all(odd.map(async (one) => wordsOf(await signIn(one))))
    expect(await counts()).toEqual(before)
    // The same answer as for any unknown address.
    const other = await wordsOf(await signIn('niemand@example.test'))
    expect(other.status).toBe(401)
    expect(answers).toEqual(odd.map(() => other))
  })

  test('A sign-in whose address is too long is rejected (401) and stores nothing', async () => {
    const before = await counts()
    expect((await signIn(`${'a'.repeat(253)}😀@example.test`)).status).toBe(401)
    expect(await counts()).toEqual(before)
  })

  test('A failed sign-in is counted by hashes of address and network; a network that is no IP address counts as "local"', async () => {
    const body = { emailAddress: 'niemand@example.test', password: 'falsch' }
    for (const from of ['203.0.113.9', 'x y', 'nonsense']) {
      const options = { headers: { 'cf-connecting-ip': from } }
      expect((await call('POST', '/api/v1/auth/login', body, options)).status).toBe(401)
    }
    // Address and network are stored as keyed hashes.
    const kept = await rows<{ address_key: string; network_key: string }>(
      'SELECT address_key, network_key FROM login_failures ORDER BY id',
    )
    expect(JSON.stringify(kept)).not.toMatch(/niemand|203\.0/)
    expect(new Set(kept.map((row) => row.address_key)).size).toBe(1)
    const [other, local, nonsense] = kept.map((row) => row.network_key)
    expect(local).toBe(nonsense)
    expect(other).not.toBe(local)
  })
})

describe('A public enrolment', () => {
  let chosen: { paradeId: number; costumeTypeId: number }
  const enrolWith = (change: Record<string, unknown>, costumeNumber = '118') =>
    call('POST', '/api/parades/enrol', anEnrolment([{ ...chosen, costumeNumber }], change))

  beforeEach(async () => {
    chosen = { costumeTypeId: (await aCostumeType()).id, paradeId: (await aParade()).id }
  })

  test('An enrolment with a control character in a text is rejected (422) and stores nothing', async () => {
    const before = await counts()
    for (const field of ['firstName', 'lastName', 'emailAddress']) {
      for (const odd of oddOnes('a.b@example.de')) {
        expect([odd, (await enrolWith({ [field]: odd })).status]).toEqual([odd, 422])
      }
    }
    for (const odd of oddOnes('118 grün')) expect((await enrolWith({}, odd)).status).toBe(422)
    expect(await counts()).toEqual(before)
  })

  test('If a redirect address contains control characters and umlauts, it is stored in ASCII only', async () => {
    const { successRedirectUrl: own } = anEnrolment([])
    const odd = `${own}&x=\u0000\n\ud83dÄ\u2028`
    expect((await enrolWith({ successRedirectUrl: odd })).status).toBe(200)
    const [order] = await rows<{ success_url: string }>('SELECT success_url FROM orders')
    expect(order?.success_url).toMatch(/^[!-~]+$/)
  })
})
