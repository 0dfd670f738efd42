import { env } from 'cloudflare:workers'
import { eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/d1'
import { expect, test } from 'vitest'
import { db } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember } from '#tests/support/builders.ts'
import type { Db } from '#worker/db/db.ts'
import { costumes, costumeTypes, members } from '#worker/db/schema.ts'

// How rows are read is drizzle's own matter; it is looked up once for each statement instead of each value.

const statements = (of: Db) =>
  [
    of.select().from(members).orderBy(members.id),
    of
      .select({
        id: members.id,
        name: sql<string>`${members.lastName}`.as('name'),
        allowed: sql`${members.bankingSepaAllowed}`
          .mapWith(members.bankingSepaAllowed)
          .as('allowed'),
        no: sql`NULL`.as('no'),
        count: sql`count(*) OVER ()`.mapWith(String).as('count'),
        account: {
          iban: sql`${members.bankingIban}`.as('iban'),
          holder: sql`${members.bankingAccountOwner}`.as('holder'),
        },
      })
      .from(members)
      .orderBy(members.id),
    // One object of a left join that is found, and one that is not.
    of
      .select({
        type: { name: costumeTypes.name },
        costume: { number: costumes.number },
      })
      .from(costumeTypes)
      .leftJoin(costumes, eq(costumes.costumeTypeId, costumeTypes.id))
      .orderBy(costumeTypes.id),
    of.select({ id: members.id }).from(members).where(sql`0`),
  ] as const

test('rows of every kind of statement are the same as drizzle itself reads them', async () => {
  await aMember({ bankingSepaAllowed: true, bankingAccountOwner: 'Ida' })
  await aMember({ birthday: null, bankingSepaAllowed: false })
  const { id } = await aCostumeType('Hansel')
  await aCostumeType('Hexe')
  await aCostume(id, '7')
  const plain = drizzle(env.DB, { casing: 'snake_case' }) as Db

  const batched = await db().batch(statements(db()))
  expect(batched).toEqual(await plain.batch(statements(plain)))
  const alone = await Promise.all(statements(db()))
  expect(alone).toEqual(await Promise.all(statements(plain)))
  expect(alone).toEqual(batched)
  expect(batched[1]).toMatchObject([
    { allowed: true, no: null, count: '2', account: { holder: 'Ida' } },
    { allowed: false, no: null, count: '2', account: { holder: '' } },
  ])
  expect(batched[2]).toMatchObject([{ costume: { number: '7' } }, { costume: null }])
  expect(batched[3]).toEqual([])
})
