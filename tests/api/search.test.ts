import { beforeEach, expect, test } from 'vitest'
import { call, db, json, setClock, signedIn } from '#tests/support/api.ts'
import { aParade } from '#tests/support/builders.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { orders } from '#worker/db/schema.ts'
import type { Role } from '#worker/domain/codes.ts'

// The search also covers parades and, for those with the right, payments.

beforeEach(() => setClock('2027-01-16T12:00:00Z'))

async function anOrder(name: string, createdAt: string) {
  await commit(db(), [
    write.insert(orders).values({
      token: `token-${name}`,
      returnToken: `return-${name}`,
      requestKey: `request-${name}`,
      state: 'paid',
      amountInCent: 1400,
      receivedInCent: 1400,
      provider: 'sandbox',
      providerRef: `payment-${name}`,
      placeCount: 1,
      holdUntil: createdAt,
      emailAddress: 'joerg@example.de',
      firstName: 'Jörg',
      lastName: name,
      successUrl: '',
      errorUrl: '',
      createdAt,
    }),
  ])
}

async function index(...roles: Role[]) {
  const { token } = await signedIn(...roles)
  return json(call('GET', '/api/search/index', undefined, { token }))
}

test('The search index for management and readonly contains all parades, newest first, and the payments of this and the last season', async () => {
  await aParade({
    title: 'Ringtreffen',
    host: 'NZ Moosried',
    hostTown: 'Moosried',
    date: '2019-01-12',
  })
  await aParade({ title: 'Nachtumzug', hostPlz: '78628', date: '2027-01-30' })
  // Midnight in Germany is 23:00 UTC.
  await anOrder('Zu früh', '2025-11-10T22:59:59.999Z')
  await anOrder('Letzte', '2025-11-10T23:00:00.000Z')
  await anOrder('Diese', '2027-01-15T10:00:00Z')
  for (const role of ['management', 'readonly'] as const) {
    const found = await index(role)
    expect(Object.keys(found).sort()).toEqual(['orders', 'parades'])
    expect(found.parades.map(({ title }: { title: string }) => title)).toEqual([
      'Nachtumzug',
      'Ringtreffen',
    ])
    expect(found.parades[1]).toEqual({
      id: expect.any(Number),
      title: 'Ringtreffen',
      host: 'NZ Moosried',
      hostTown: 'Moosried',
      hostPlz: expect.any(String),
      date: '2019-01-12',
    })
    expect(found.orders).toEqual([
      {
        id: expect.any(Number),
        firstName: 'Jörg',
        lastName: 'Diese',
        createdAt: '2027-01-15T10:00:00Z',
        amountInCent: 1400,
      },
      expect.objectContaining({ lastName: 'Letzte' }),
    ])
  }
})

test('The search index for helpers contains the parades but no payments', async () => {
  await aParade()
  await anOrder('Straßer', '2027-01-15T10:00:00Z')
  const found = await index('helper')
  expect(Object.keys(found)).toEqual(['parades'])
  expect(found.parades).toHaveLength(1)
  expect((await index('helper', 'readonly')).orders).toHaveLength(1)
})

test('The search index is rejected without a session (401)', async () => {
  expect((await call('GET', '/api/search/index')).status).toBe(401)
})
