import { env } from 'cloudflare:workers'
import { commit } from '#worker/db/commit.ts'
import { openDb, write } from '#worker/db/db.ts'
import { costumes, costumeTypes, members, parades, participations } from '#worker/db/schema.ts'
import { nameKey } from '#worker/domain/enrolment.ts'
import { costumeNumberKey, normaliseName } from '#worker/domain/names.ts'
import { paradeSearchKey } from '#worker/domain/parade.ts'

// Inserts rows with fixed defaults; a test gives only the values it is about.

/** Some columns of a table, without undefined values. */
type Values<Table extends { $inferInsert: object }> = {
  [K in keyof Table['$inferInsert']]?: NonNullable<Table['$inferInsert'][K]> | NullOf<Table, K>
}
type NullOf<
  Table extends { $inferInsert: object },
  K extends keyof Table['$inferInsert'],
> = null extends Table['$inferInsert'][K] ? null : never

export async function aCostumeType(name = 'Schellenhansel') {
  const [[row]] = await commit(openDb(env.DB), [
    write
      .insert(costumeTypes)
      .values({ name, nameKey: normaliseName(name) })
      .returning(),
  ])
  return row as NonNullable<typeof row>
}

export async function aParade(values: Values<typeof parades> = {}) {
  const parade = {
    title: 'Ringtreffen Moosried',
    host: 'Butzenzunft Moosried',
    hostTown: 'Moosried',
    hostPlz: '88999',
    date: '2027-01-24',
    paradeNumber: 1,
    priceForAdultsInCent: 800,
    priceForChildrenInCent: 300,
    ...enrolmentUntil(values.date ?? '2027-01-24'),
    ...values,
  }
  const [[row]] = await commit(openDb(env.DB), [
    write
      .insert(parades)
      .values({ ...parade, searchKey: paradeSearchKey(parade) })
      .returning(),
  ])
  return row as NonNullable<typeof row>
}

/** From 11 November to 20 January, and never longer than the parade. */
function enrolmentUntil(date: string) {
  const upTo = (day: string) => (day < date ? day : date)
  return { dateEnrolmentStart: upTo('2026-11-11'), dateEnrolmentEnd: upTo('2027-01-20') }
}

export async function aMember(values: Values<typeof members> = {}) {
  const member = {
    firstName: 'Annegret',
    lastName: 'Gruber',
    maidenName: '',
    birthday: '1980-05-04' as string | null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...values,
  }
  const [[row]] = await commit(openDb(env.DB), [
    write
      .insert(members)
      .values({
        ...member,
        firstNameKey: normaliseName(member.firstName),
        lastNameKey: normaliseName(member.lastName),
        maidenNameKey: normaliseName(member.maidenName),
      })
      .returning(),
  ])
  return row as NonNullable<typeof row>
}

export async function aCostume(costumeTypeId: number, number: string) {
  const [[row]] = await commit(openDb(env.DB), [
    write
      .insert(costumes)
      .values({ costumeTypeId, number, numberKey: costumeNumberKey(number) })
      .returning(),
  ])
  return row as NonNullable<typeof row>
}

type Place = Values<typeof participations> & { paradeId: number; costumeTypeId: number }

/** A booked place; the keys of the person follow from member and name unless they are given. */
export async function aParticipation(values: Place) {
  const person = { firstName: 'Annegret', lastName: 'Gruber', birthday: null, ...values }
  const givenKey = nameKey(person)
  const [[row]] = await commit(openDb(env.DB), [
    write
      .insert(participations)
      .values({
        door: 'management',
        state: 'booked',
        ageClass: 'Adult',
        priceInCent: 800,
        createdAt: '2026-12-01T12:00:00.000Z',
        personKey: values.memberId ? `m:${values.memberId}` : givenKey,
        givenKey,
        ...person,
      })
      .returning(),
  ])
  return row as NonNullable<typeof row>
}
