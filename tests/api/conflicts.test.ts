import { env } from 'cloudflare:workers'
import type { D1Database } from '@cloudflare/workers-types'
import { beforeEach, describe, expect, test } from 'vitest'
import { call, db, json, rows, setClock, signedIn, today } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { gatedDatabase } from '#tests/support/machine/gate.ts'
import { overtakenBefore } from '#tests/support/overtaken.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { dutyEntries, honors } from '#worker/db/schema.ts'

let token: string
let sabine: number

beforeEach(async () => {
  setClock()
  ;({ token, id: sabine } = await signedIn('management'))
})

const put = (path: string, body: object, database?: D1Database) =>
  call('PUT', path, body, { token, ...(database && { database }) })

async function conflictsOf(response: Response | Promise<Response>) {
  const answer = await response
  const { error } = await json(answer)
  expect(answer.status).toBe(409)
  expect(error.code).toBe('ChangedMeanwhile')
  return error.conflicts
}

/** A conflict with a change that the same user made at the time of `setClock`. */
const conflictOf = (field: string, stored: unknown, yours: unknown) => ({
  field,
  stored,
  yours,
  at: `${today}T12:00:00.000Z`,
  by: { id: sabine, firstName: 'Sabine', lastName: 'Kächele' },
})

type Case = {
  /** Returns the path of the row; its table, and the statement that updates it. */
  open: () => Promise<string>
  table: string
  update: string
  /** A field with three values, the first one stored, and a field that is not compared with it. */
  field: string
  values: [unknown, unknown, unknown]
  other: Record<string, unknown>
}

const cases: Record<string, Case> = {
  'a member': {
    open: async () => `/api/member/${(await aMember({ phone: '07523 1' })).id}`,
    table: 'members',
    update: 'update "members"',
    field: 'phone',
    values: ['07523 1', '07523 2', '07523 3'],
    other: { comment: 'Näht Fleckle' },
  },
  'a parade': {
    open: async () => `/api/parade/${(await aParade({ comment: 'a' })).id}`,
    table: 'parades',
    update: 'update "parades"',
    field: 'comment',
    values: ['a', 'b', 'c'],
    other: { priceForAdultsInCent: 900 },
  },
  'a costume': {
    open: async () => `/api/costume/${(await aCostume((await aCostumeType()).id, '114')).id}`,
    table: 'costumes',
    update: 'update "costumes"',
    field: 'number',
    values: ['114', '115', '116'],
    other: { comment: 'Naht offen' },
  },
  'an honor': {
    open: async () => {
      const { id: memberId } = await aMember()
      const [[row]] = await commit(db(), [
        write
          .insert(honors)
          .values({ memberId, type: 'Parades_25', date: '2020-11-11' })
          .returning(),
      ])
      return `/api/member/${memberId}/honors/${row?.id}`
    },
    table: 'honors',
    update: 'update "honors"',
    field: 'date',
    values: ['2020-11-11', '2021-11-11', '2022-11-11'],
    other: { comment: 'Urkunde fehlt' },
  },
  'an office': {
    open: async () => {
      const { id: memberId } = await aMember()
      const [[row]] = await commit(db(), [
        write
          .insert(dutyEntries)
          .values({ memberId, duty: 'Kassier', from: '2020-01-01' })
          .returning(),
      ])
      return `/api/member/${memberId}/duties/${row?.id}`
    },
    table: 'duty_entries',
    update: 'update "duty_entries"',
    field: 'to',
    values: [null, '2024-12-31', '2025-12-31'],
    other: { comment: 'gewählt' },
  },
  'the settings': {
    open: async () => {
      await rows("UPDATE guild_settings SET creditor_name = 'Zunft'")
      return '/api/guild/settings'
    },
    table: 'guild_settings',
    update: 'update "guild_settings"',
    field: 'creditorName',
    values: ['Zunft', 'Zunft e.V.', 'Narrenzunft'],
    other: { name: 'Narrenzunft Schellental' },
  },
}

describe.each(Object.entries(cases))(
  'simultaneous changes of %s',
  (_, { open, table, update, field, values, other }) => {
    const [loaded, hers, mine] = values
    const whole = () => rows(`SELECT * FROM ${table}`)
    const [otherField = ''] = Object.keys(other)

    test('Saving a field that another request changed meanwhile is rejected with both values and stores nothing (409)', async () => {
      const path = await open()
      expect((await put(path, { [field]: hers, before: { [field]: loaded } })).status).toBe(200)
      const stored = await whole()
      const conflicts = await conflictsOf(
        put(path, { [field]: mine, ...other, before: { [field]: loaded } }),
      )
      expect(conflicts).toEqual([conflictOf(field, hers, mine)])
      expect(await whole()).toEqual(stored)
    })

    test('Saving one field does not overwrite a change of another field made meanwhile', async () => {
      const path = await open()
      await put(path, { [field]: hers, before: { [field]: loaded } })
      const answer = await put(path, {
        ...other,
        before: { [field]: loaded, [otherField]: undefined },
      })
      expect(answer.status).toBe(200)
      expect(await json(answer)).toMatchObject({ [field]: hers, ...other })
    })

    test('A save is accepted if its `before` is the stored value, and rejected (409) if its `before` is an earlier value', async () => {
      const path = await open()
      await put(path, { [field]: hers })
      const answer = await put(path, { [field]: mine, before: { [field]: hers } })
      expect(await json(answer)).toMatchObject({ [field]: mine })
      expect(await conflictsOf(put(path, { [field]: loaded, before: { [field]: hers } }))).toEqual([
        conflictOf(field, mine, loaded),
      ])
    })

    test('When two requests save the same value, both saves are accepted', async () => {
      const path = await open()
      await put(path, { [field]: mine, before: { [field]: loaded } })
      const answer = await put(path, { [field]: mine, before: { [field]: loaded } })
      expect(await json(answer)).toMatchObject({ [field]: mine })
    })

    test('A save without `before` replaces the stored value without a conflict', async () => {
      const path = await open()
      await put(path, { [field]: hers })
      for (const before of [undefined, {}]) {
        const answer = await put(path, { [field]: mine, before })
        expect(await json(answer)).toMatchObject({ [field]: mine })
      }
    })

    test('Rejects saving a field (409) when another request changes it at the same moment', async () => {
      const path = await open()
      const database = overtakenBefore(update, () => put(path, { [field]: hers }))
      const conflicts = await conflictsOf(
        put(path, { [field]: mine, before: { [field]: loaded } }, database),
      )
      expect(conflicts).toEqual([conflictOf(field, hers, mine)])
    })

    test('When another request changes another field at the same moment, both changes are stored', async () => {
      const path = await open()
      const database = overtakenBefore(update, () => put(path, other))
      const answer = await put(path, { [field]: mine, before: { [field]: loaded } }, database)
      expect(await json(answer)).toMatchObject({ [field]: mine, ...other })
    })

    test('A save is rejected (409 Conflict) if other changes come first in all three attempts to write it; sent again it succeeds', async () => {
      const path = await open()
      let rounds = 0
      const database = gatedDatabase(env.DB, async (queries) => {
        if (!queries.some((query) => query.startsWith(update))) return
        rounds += 1
        await put(path, other)
      })
      const answer = await put(path, { [field]: mine, before: { [field]: loaded } }, database)
      expect(answer.status).toBe(409)
      expect((await json(answer)).error.code).toBe('Conflict')
      expect(rounds).toBe(3)
      expect((await put(path, { [field]: mine, before: { [field]: loaded } })).status).toBe(200)
    })

    test.each([
      ['a number', 5],
      ['a list', []],
      ['null', null],
      ['an object with a value of another type', { [field]: { of: 'another type' } }],
    ])('A save whose `before` is %s is rejected (400)', async (_kind, before) => {
      const path = await open()
      const answer = await put(path, { ...other, before })
      expect(answer.status).toBe(400)
      expect((await json(answer)).error.code).toBe('InvalidRequest')
    })

    test('A save whose `before` has unknown fields is accepted', async () => {
      const path = await open()
      const answer = await put(path, { ...other, before: { id: 7, version: 3, nonsense: [] } })
      expect(await json(answer)).toMatchObject(other)
    })
  },
)

describe('fields that are compared together', () => {
  const home = {
    addressStreet: 'Lindengasse',
    addressNumber: '14',
    addressPlz: '72999',
    addressTown: 'Schellental',
  }
  const pathOf = ({ id }: { id: number }) => `/api/member/${id}`

  test("A change of the street conflicts with another user's change of postcode and town, unless `before` omits these two", async () => {
    const path = pathOf(await aMember(home))
    await put(path, { addressTown: 'Moosried', addressPlz: '88999', before: home })
    const conflicts = await conflictsOf(put(path, { addressStreet: 'Brühlgasse', before: home }))
    expect(conflicts).toEqual([
      conflictOf('addressPlz', '88999', '72999'),
      conflictOf('addressTown', 'Moosried', 'Schellental'),
    ])
    // Fields missing in `before` are not compared.
    const { addressTown: _, addressPlz: __, ...rest } = home
    expect((await put(path, { addressStreet: 'Brühlgasse', before: rest })).status).toBe(200)
  })

  test("A change of the phone number does not conflict with another user's change of the postal address", async () => {
    const path = pathOf(await aMember({ ...home, phone: '1' }))
    await put(path, { ...home, addressTown: 'Moosried' })
    const answer = await put(path, { phone: '2', before: { ...home, phone: '1', comment: 'x' } })
    expect(await json(answer)).toMatchObject({ phone: '2', addressTown: 'Moosried' })
  })

  test('A change of the joining date conflicts with an exit that another user recorded: the conflict lists leaving date and membership state', async () => {
    const { id } = await aMember({ membershipState: 'Active', dateJoined: '2000-01-01' })
    const path = `/api/member/${id}`
    const before = {
      membershipState: 'Active',
      dateJoined: '2000-01-01',
      dateLeft: null,
      membershipActiveTimespan: [],
    }
    await call('POST', `${path}/leave`, { state: 'Left', date: '2027-01-10' }, { token })
    expect(await conflictsOf(put(path, { dateJoined: '2001-01-01', before }))).toEqual([
      conflictOf('dateLeft', '2027-01-10', null),
      conflictOf('membershipState', 'Left', 'Active'),
    ])
  })

  test('Membership periods are compared as a whole: another order is no conflict, but a change of one period conflicts with a change of any other', async () => {
    const path = pathOf(await aMember())
    const early = { from: '2000-01-01', to: '2009-12-31' }
    const late = { from: '2015-06-01', to: null }
    const spans = (...membershipActiveTimespan: object[]) => ({ membershipActiveTimespan })
    await put(path, spans(early, late))
    const loaded = { membershipActiveTimespan: [late, { to: early.to, from: early.from }] }
    const closed = { ...late, to: '2026-12-31' }
    expect((await put(path, { ...spans(closed, early), before: loaded })).status).toBe(200)
    expect(await conflictsOf(put(path, { ...spans(late), before: loaded }))).toEqual([
      conflictOf('membershipActiveTimespan', [early, closed], [late]),
    ])
    const alike = await put(path, { ...spans(closed, early), before: loaded })
    expect(alike.status).toBe(200)
  })

  test('Bank data is compared in its stored spelling: the same IBAN typed differently is accepted, another IBAN is a conflict', async () => {
    const path = pathOf(await aMember())
    const before = {
      bankingIban: '',
      bankingBic: '',
      bankingAccountOwner: '',
      bankingBank: '',
      bankingSepaAllowed: false,
      bankingSepaAllowedDate: null,
      mandateReference: '',
    }
    await put(path, { bankingIban: 'DE02120300000000202051' })
    const typed = 'de02 1203 0000 0000 2020 51'
    expect((await put(path, { bankingIban: typed, before })).status).toBe(200)
    const other = 'de02 5001 0517 0137 0750 30'
    expect(await conflictsOf(put(path, { bankingIban: other, before }))).toEqual([
      conflictOf('bankingIban', 'DE02120300000000202051', 'DE02500105170137075030'),
    ])
    expect(await conflictsOf(put(path, { bankingBank: 'Sparkasse', before }))).toEqual([
      conflictOf('bankingIban', 'DE02120300000000202051', ''),
    ])
  })

  test("Start and end of a parade's enrolment conflict with each other, but not with a change of the parade's day", async () => {
    const { id } = await aParade({
      dateEnrolmentStart: '2026-11-11',
      dateEnrolmentEnd: '2027-01-20',
    })
    const path = `/api/parade/${id}`
    const before = { dateEnrolmentStart: '2026-11-11', dateEnrolmentEnd: '2027-01-20' }
    await put(path, { dateEnrolmentStart: '2026-12-01', before })
    expect(await conflictsOf(put(path, { dateEnrolmentEnd: '2027-01-22', before }))).toEqual([
      conflictOf('dateEnrolmentStart', '2026-12-01', '2026-11-11'),
    ])
    const moved = await put(path, { date: '2027-01-25', before: { ...before, date: '2027-01-24' } })
    expect(moved.status).toBe(200)
  })

  test('If the changes of two users together would make an invalid enrolment period, the second is rejected as a conflict (409), not as invalid', async () => {
    const { id } = await aParade({
      dateEnrolmentStart: '2026-11-11',
      dateEnrolmentEnd: '2027-01-20',
    })
    const before = { dateEnrolmentStart: '2026-11-11', dateEnrolmentEnd: '2027-01-20' }
    await put(`/api/parade/${id}`, { dateEnrolmentEnd: '2026-11-20' })
    const conflicts = await conflictsOf(
      put(`/api/parade/${id}`, { dateEnrolmentStart: '2026-12-01', before }),
    )
    expect(conflicts).toEqual([conflictOf('dateEnrolmentEnd', '2026-11-20', '2027-01-20')])
  })
})

describe('simultaneous changes of the settings', () => {
  const path = '/api/guild/settings'
  const read = () => json(call('GET', path, undefined, { token }))

  test('Settings of one card, such as name and address, conflict with each other, but not with those of other cards', async () => {
    const { name, address, creditorName, creditorIban } = await read()
    const before = { name, address, creditorName, creditorIban }
    await put(path, { address: 'Rathausplatz 1', before })
    expect(await conflictsOf(put(path, { name: 'Zunft', before }))).toEqual([
      conflictOf('address', 'Rathausplatz 1', ''),
    ])
    expect((await put(path, { creditorName: 'Zunft', before })).status).toBe(200)
  })

  test('The fee rules of the settings are compared as one table', async () => {
    const { feeRules } = await read()
    const fee = { validFrom: 2027, state: 'Active', ageFrom: 0, ageTo: null, amountInCent: 1000 }
    const before = { feeRules: feeRules.toReversed() }
    expect((await put(path, { feeRules: [...feeRules, fee], before })).status).toBe(200)
    const conflicts = await conflictsOf(put(path, { feeRules: [], before }))
    expect(conflicts).toEqual([conflictOf('feeRules', [...feeRules, fee], [])])
    expect((await read()).feeRules).toHaveLength(5)
  })

  test('A save whose `before` has one honor rule conflicts only with a change of this rule; with all rules in `before` it conflicts with any change', async () => {
    const { honorRules } = await read()
    const named = (type: string, label: string) => ({
      ...honorRules.find((rule: { type: string }) => rule.type === type),
      label,
    })
    const hers = named('Parades_25', 'Silber')
    const mine = named('Parades_50', 'Gold')
    const withRules = (...changed: { type: string }[]) =>
      honorRules.map(
        (rule: { type: string }) => changed.find(({ type }) => type === rule.type) ?? rule,
      )
    await put(path, { honorRules: [hers], before: { honorRules } })
    const [conflict, ...more] = await conflictsOf(
      put(path, { honorRules: [mine], before: { honorRules } }),
    )
    expect(more).toEqual([])
    expect(conflict.stored).toEqual(withRules(hers))
    expect(conflict.yours).toEqual(expect.arrayContaining(withRules(hers, mine)))
    // A save whose `before` has only its own rule is compared with that rule only.
    const [alone] = honorRules.filter((rule: { type: string }) => rule.type === 'Parades_50')
    expect((await put(path, { honorRules: [mine], before: { honorRules: [alone] } })).status).toBe(
      200,
    )
    expect((await read()).honorRules).toEqual(withRules(hers, mine))
  })
})

describe('the user named in a conflict', () => {
  test('A conflict contains the name of the user who changed the field last, and the time of the change', async () => {
    const { id } = await aMember({ phone: '1', comment: 'a', eMail: '' })
    const path = `/api/member/${id}`
    const other = await signedIn('management', 'helper')
    setClock('2027-01-16T13:32:00Z')
    await call('PUT', path, { phone: '2' }, { token: other.token })
    setClock('2027-01-16T13:40:00Z')
    await put(path, { phone: '2', comment: 'b' })
    const body = { phone: '3', comment: 'c', before: { phone: '1', comment: 'a' } }
    const [phone, comment] = await conflictsOf(put(path, body))
    expect(phone).toMatchObject({ at: '2027-01-16T13:32:00.000Z', by: { id: other.id } })
    expect(comment).toMatchObject({ at: '2027-01-16T13:40:00.000Z', by: { id: sabine } })
  })

  test('A conflict with a change that was made directly in the database names no user', async () => {
    const { id } = await aMember({ phone: '1', comment: 'a' })
    await rows(`UPDATE members SET phone = '2' WHERE id = ${id}`)
    const body = { phone: '3', before: { phone: '1' } }
    expect(await conflictsOf(put(`/api/member/${id}`, body))).toEqual([
      { ...conflictOf('phone', '2', '3'), by: null, at: expect.stringMatching(/^2/) },
    ])
  })

  test('A conflict with a change that is no longer in the history names neither user nor time', async () => {
    const { id } = await aMember({ phone: '1' })
    await put(`/api/member/${id}`, { phone: '2' })
    await rows('UPDATE audit_entries SET changes = NULL')
    const body = { phone: '3', before: { phone: '1' } }
    expect(await conflictsOf(put(`/api/member/${id}`, body))).toEqual([
      { ...conflictOf('phone', '2', '3'), at: null, by: null },
    ])
  })
})

test("A save of a member that is rejected as a conflict changes neither the member's version nor the history", async () => {
  const { id } = await aMember({ phone: '1', addressStreet: 'a' })
  const before = { phone: '1' }
  await put(`/api/member/${id}`, { phone: '2', before })
  const all = () =>
    rows('SELECT count(*) AS lines, (SELECT version FROM members) AS version FROM audit_entries')
  const countsBefore = await all()
  await conflictsOf(put(`/api/member/${id}`, { phone: '3', addressStreet: 'b', before }))
  expect(await all()).toEqual(countsBefore)
})

test('A stored postcode and town that break a newer rule do not prevent saving the street', async () => {
  const { id } = await aMember()
  await rows(`UPDATE members SET address_plz = ' 72999 Schellental', address_town = 'a
b' WHERE id = ${id}`)
  const before = { addressStreet: '', addressPlz: ' 72999 Schellental', addressTown: 'a\nb' }
  const answer = await put(`/api/member/${id}`, { addressStreet: 'Lindengasse', before })
  expect(answer.status).toBe(200)
})
