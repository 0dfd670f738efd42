import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { call, db, setClock } from '#tests/support/api.ts'
import { aMember } from '#tests/support/builders.ts'
import { members } from '#worker/db/schema.ts'
import { optOutUrl } from '#worker/mail/circular-mail.ts'

const page = '/abbestellen'
const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
const press = (token: string) =>
  call('POST', page, `token=${encodeURIComponent(token)}`, { headers: form })

const outs = async () => {
  const rows = await db().select({ id: members.id, isOut: members.mailOptOut }).from(members)
  return rows.filter(({ isOut }) => isOut).map(({ id }) => id)
}

test('The opt-out page is not cached, allows only its own script, and does not submit the form by itself', async () => {
  setClock()
  const answer = await call('GET', page)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  const policy = answer.headers.get('Content-Security-Policy') ?? ''
  expect(policy).not.toContain('unsafe')
  const html = await answer.text()
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? []
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script))
  const base64 = btoa(String.fromCharCode(...new Uint8Array(hash)))
  expect(policy).toContain(`script-src 'sha256-${base64}'`)
  expect(script).not.toContain('submit')
  expect((await call('DELETE', page)).status).toBe(405)
  expect((await call('POST', page, { token: 'x' })).status).toBe(415)
})

test('Opting out with a valid link opts out every member with the address; the answer does not reveal whether a link is valid, used or forged', async () => {
  setClock()
  const anna = await aMember({ firstName: 'Anna', eMail: 'familie@example.de' })
  const paul = await aMember({ firstName: 'Paul', eMail: 'Familie@example.de' })
  await aMember({ firstName: 'Ida', eMail: 'ida@example.de' })
  const url = optOutUrl('https://zunft.example', [anna.id], 'familie@example.de', env.JWT_SECRET)
  const token = new URL(url).hash.slice(1)

  const forged = await press(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)
  expect(await outs()).toEqual([])
  const real = await press(token)
  expect(await outs()).toEqual([anna.id, paul.id])
  const again = await press(token)

  for (const answer of [real, again]) expect(answer.status).toBe(forged.status)
  const expected = await forged.text()
  expect(await real.text()).toBe(expected)
  expect(await again.text()).toBe(expected)
})
