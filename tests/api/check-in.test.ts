import { beforeEach, expect, test } from 'vitest'
import { call, json, setClock, signedIn } from '#tests/support/api.ts'
import { aCostumeType, aParade } from '#tests/support/builders.ts'
import type { ActInput } from '#worker/check-in/check-in.contract.ts'

let type: Awaited<ReturnType<typeof aCostumeType>>
let parade: Awaited<ReturnType<typeof aParade>>
let lena: Awaited<ReturnType<typeof signedIn>>

beforeEach(async () => {
  setClock('2027-01-24T13:00:00Z')
  type = await aCostumeType()
  parade = await aParade()
  lena = await signedIn('helper')
})

const send = (...acts: ActInput[]) =>
  json(call('POST', '/api/check-in/acts', { device: 'Pixel', acts }, { token: lena.token }))

test('somebody is entered, pays and is ticked off, and all of it sent again changes nothing', async () => {
  const id = crypto.randomUUID()
  const own = { paradeId: parade.id, target: { actId: id } }
  const acts: ActInput[] = [
    {
      id,
      kind: 'enter',
      paradeId: parade.id,
      at: '2027-01-24T12:00:00Z',
      entry: { firstName: 'Erika', lastName: 'Bantle', selectedCostumeTypeId: type.id },
    },
    { ...own, id: crypto.randomUUID(), kind: 'pay', at: '2027-01-24T12:01:00Z' },
    { ...own, id: crypto.randomUUID(), kind: 'confirm', at: '2027-01-24T12:02:00Z' },
    { ...own, id: crypto.randomUUID(), kind: 'unconfirm', at: '2027-01-24T11:00:00Z' },
  ]
  const outcomes = ['done', 'done', 'already', 'overtaken']
  for (const time of ['first', 'again']) {
    const { results } = await send(...acts)
    expect(
      results.map(({ outcome }: { outcome: string }) => outcome),
      time,
    ).toEqual(outcomes)
  }
  const { parades } = await json(call('GET', '/api/check-in', undefined, { token: lena.token }))
  expect(parades).toMatchObject([
    {
      parade: { id: parade.id },
      rows: [
        {
          memberName: 'Bantle, Erika',
          paid: true,
          cash: { mine: true, returnedAt: null },
          confirmed: true,
          confirmedAt: '2027-01-24T12:00:00.000Z',
          mine: true,
        },
      ],
    },
  ])
})
