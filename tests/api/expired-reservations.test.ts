import { expect, test } from 'vitest'
import { call, runCron, setClock, signedIn, today } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { enrol } from '#tests/support/enrolment.ts'

// Rows that a reservation refers to are kept until the cron has ended it with the provider.

test('Parade, costume, type and member of an expired reservation cannot be deleted (409) until the cron has ended the reservation', async () => {
  setClock(`${today}T12:00:00Z`)
  const { token } = await signedIn('management')
  const type = await aCostumeType()
  const costume = await aCostume(type.id, '118')
  const parade = await aParade()
  const member = await aMember({ firstName: 'Jörg', lastName: 'Straßer', birthday: '1991-11-01' })
  await enrol([{ paradeId: parade.id, costumeTypeId: type.id, costumeNumber: '118' }])

  const paths = [
    `costume/${costume.id}`,
    `member/${member.id}`,
    `parade/${parade.id}`,
    `costumeType/${type.id}`,
  ]
  const remove = (path: string) => call('DELETE', `/api/${path}`, undefined, { token })
  for (const path of paths) expect((await remove(path)).status, path).toBe(409)
  setClock(`${today}T12:40:00Z`)
  for (const path of paths) expect((await remove(path)).status, path).toBe(409)
  await runCron()
  for (const path of paths) expect((await remove(path)).status, path).toBe(204)
})
