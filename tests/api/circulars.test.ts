import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { call, db, json, rows, runCron, setClock, signedIn, tokenOf } from '#tests/support/api.ts'
import { aMember } from '#tests/support/builders.ts'

let manager: Awaited<ReturnType<typeof signedIn>>

beforeEach(async () => {
  setClock()
  manager = await signedIn('management')
})

const post = (path: string, body?: unknown) =>
  call('POST', `/api/circular${path}`, body, { token: manager.token })
const words = { subject: 'Häs abholen', body: '{Anrede}\n\nam Samstag ab 10 Uhr.\nBitte pünktlich.' }

test('smoke', async () => {
  const anna = await aMember({ firstName: 'Anna', lastName: 'Häußler', eMail: 'anna@example.de' })
  const paul = await aMember({ firstName: 'Paul', lastName: 'Beck', eMail: ' Anna@Example.de ' })
  const body = { ...words, memberIds: [anna.id, paul.id] }
  console.log(await json(post('/preview', body)))
  console.log(await json(post('', body)))
  console.log(await json(post('', body)))
  console.log(await json(post('/test', words)))
  console.log(await rows('SELECT * FROM mails'), await rows('SELECT * FROM circular_recipients'))
  console.log(await json(call('GET', '/api/circular', undefined, { token: manager.token })))
  console.log(await json(post('/1/stop')))
  const { mail } = await json(post('/preview', body))
  const token = /#(\S+)/.exec(mail.text)?.[1]
  console.log(await json(post('/opt-out', { token })), await rows('SELECT id, mail_opt_out FROM members'))
  console.log(await rows('SELECT via, act, entity, changes FROM audit_entries'))
})
