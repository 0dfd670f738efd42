import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect } from 'vitest'
import { call, rows, setClock, signedIn } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember, aParade } from '#tests/support/builders.ts'

// Random acts of a clerk, and what taking them back has to lead to. The oracle is the database itself:
// the rows an act changed, seen from outside, and never a line of the history.

/** Every table that acts of a clerk change and an undo has to bring back. */
const tables = [
  'members',
  'member_timespans',
  'member_exits',
  'costume_ownerships',
  'honors',
  'assembly_honors',
  'duty_entries',
  'costume_types',
  'costumes',
  'parades',
  'participations',
  'guild_settings',
  'fee_rules',
  'honor_rules',
  'honor_rule_duties',
]
/** Columns of time, what only counts writes, and which honor an assembly has entered: that follows the honor. */
const aside = ['updated_at', 'version', 'registration_count', 'confirmed_count', 'act', 'honor_id']

type Row = Record<string, unknown>
/** By table and key, `members:3`. */
type Picture = Map<string, string>

async function picture(): Promise<Picture> {
  const seen: Picture = new Map()
  const all = await env.DB.batch<Row>(
    tables.map((table) => env.DB.prepare(`SELECT * FROM ${table}`)),
  )
  for (const [index, table] of tables.entries()) {
    for (const row of all[index]?.results ?? []) {
      const key = row.id ?? [row.type, row.duty].join(' ')
      const kept = Object.entries(row).filter(([name]) => !aside.includes(name))
      seen.set(`${table}:${key}`, JSON.stringify(kept))
    }
  }
  return seen
}

/** The rows that differ; spans are their member's and fees their table's, for they make sense together. */
function changedBetween(before: Picture, after: Picture): Set<string> {
  const keys = [...new Set([...before.keys(), ...after.keys()])]
  return new Set(
    keys
      .filter((key) => before.get(key) !== after.get(key))
      .map((key) => {
        const [table] = key.split(':')
        if (table === 'fee_rules') return table
        if (table !== 'member_timespans') return key
        const row = new Map<string, unknown>(JSON.parse(before.get(key) ?? after.get(key) ?? '[]'))
        return `${table} of ${row.get('member_id')}`
      }),
  )
}

const whats = [
  'addMember',
  'changeMember',
  'changeMember',
  'deleteMember',
  'addHonor',
  'changeHonor',
  'deleteHonor',
  'addDuty',
  'changeDuty',
  'deleteDuty',
  'addType',
  'renameType',
  'deleteType',
  'addCostume',
  'changeCostume',
  'deleteCostume',
  'addParade',
  'changeParade',
  'deleteParade',
  'enter',
  'enterName',
  'correct',
  'takeOff',
  'honorMany',
  'takeOffMany',
  'deregisterMany',
  'markAssembly',
  'markAssembly',
  'changeSettings',
] as const

/** What has a way back of its own, or none: no undo takes it back, and none of an older act passes it. */
const ownWays = [
  'leave',
  'leave',
  'takeBackLeave',
  'changeState',
  'changeOwner',
  'match',
  'callOff',
  'reinstate',
  'changeBank',
  'enterAssembly',
] as const

type What = (typeof whats)[number] | (typeof ownWays)[number]

type Act = { what: What; a: number; b: number; c: number }

const pick = fc.nat({ max: 40 })
const acts = (most: number, more: readonly What[] = []) =>
  fc.array(fc.record({ what: fc.constantFrom(...whats, ...more), a: pick, b: pick, c: pick }), {
    minLength: 2,
    maxLength: most,
  })

/** Today, one that the guild may set, and the 11 November that is meant without it. */
const assemblies = ['2027-01-16', '2027-04-10', '2027-11-11']

type Sent = [method: string, path: string, body?: unknown]

/** One act as a request; null when there is nothing to do it to. */
async function requestOf({ what, a, b, c }: Act): Promise<Sent | null> {
  const one = async (table: string, n: number, where = '1') => {
    const found = await rows<Row & { id: number }>(
      `SELECT * FROM ${table} WHERE ${where} ORDER BY id`,
    )
    return found[n % Math.max(1, found.length)]
  }
  const some = async (table: string, n: number, where = '1') => {
    const found = await rows<{ id: number }>(`SELECT id FROM ${table} WHERE ${where} ORDER BY id`)
    return found.map(({ id }) => id).filter((_, index) => index % 3 !== n % 3)
  }
  const day = (n: number) => `2020-${String(1 + (n % 12)).padStart(2, '0')}-01`
  const words = ['', 'Bär', 'Ä"ö\\n', 'x\ny', 'Wolf', 'Hexe']
  const word = (n: number) => words[n % words.length] ?? ''
  const member = await one('members', a)
  const type = await one('costume_types', b)
  const costume = await one('costumes', b)
  const parade = await one('parades', a)
  const ofMember = member && `/api/member/${member.id}`
  switch (what) {
    case 'addMember':
      return [
        'POST',
        '/api/member?allowDuplicate=true',
        {
          firstName: `Ida${b % 3}`,
          lastName: `Abt${c % 3}`,
          comment: word(a),
          memberNumber: c % 4 === 0 ? 0 : 100 + (c % 6),
          individualFeeInCent: a % 3 === 0 ? 0 : null,
          membershipActiveTimespan: b % 2 ? [{ from: day(c), to: null }] : [],
        },
      ]
    case 'changeMember': {
      if (!ofMember) return null
      const changes = [
        { phone: word(b), comment: word(c) },
        { firstName: `Ida${b % 3}`, maidenName: word(c).replace(/\W/g, '') },
        { memberNumber: 100 + (c % 6) },
        { dateJoined: day(b), birthday: c % 2 ? null : day(c) },
        { membershipActiveTimespan: [{ from: day(b), to: c % 2 ? null : '2021-01-01' }] },
        {
          addressStreet: word(b),
          membershipActiveTimespan: [
            { from: '2010-01-01', to: '2011-01-01' },
            { from: day(c), to: null },
          ],
        },
      ]
      return ['PUT', ofMember, changes[(b + c) % changes.length]]
    }
    case 'deleteMember':
      return ofMember ? ['DELETE', ofMember] : null
    case 'addHonor': {
      const types = ['Extra_Certificate', 'Parades_25', 'Ehrennarr_20']
      const body = { type: types[b % 3], date: day(c), comment: word(b) }
      return ofMember ? ['POST', `${ofMember}/honors`, body] : null
    }
    case 'changeHonor':
    case 'deleteHonor': {
      const honor = await one('honors', a)
      const path = honor && `/api/member/${honor.member_id}/honors/${honor.id}`
      if (!path) return null
      return what === 'deleteHonor'
        ? ['DELETE', path]
        : ['PUT', path, b % 2 ? { comment: word(c) } : { date: day(c), type: 'Extra_Certificate' }]
    }
    case 'addDuty': {
      const body = {
        duty: b % 2 ? 'Kassier' : 'Einkauf',
        from: day(c),
        to: c % 3 ? '2020-12-31' : null,
      }
      return ofMember ? ['POST', `${ofMember}/duties`, body] : null
    }
    case 'changeDuty':
    case 'deleteDuty': {
      const duty = await one('duty_entries', a)
      const path = duty && `/api/member/${duty.member_id}/duties/${duty.id}`
      if (!path) return null
      return what === 'deleteDuty'
        ? ['DELETE', path]
        : ['PUT', path, b % 2 ? { comment: word(c) } : { from: day(c), to: '2020-12-31' }]
    }
    case 'addType':
      return ['POST', '/api/costumeType', { name: `Typ ${b % 4}` }]
    case 'renameType':
      return type ? ['PUT', `/api/costumeType/${type.id}`, { name: `Typ ${c % 6}` }] : null
    case 'deleteType':
      return type ? ['DELETE', `/api/costumeType/${type.id}`] : null
    case 'addCostume': {
      const body = { number: String(c % 8), costumeTypeId: type?.id, comment: word(a) }
      return type ? ['POST', '/api/costume', body] : null
    }
    case 'changeCostume': {
      const changes = [
        { number: String(c % 8) },
        { registeredUntil: c % 2 ? null : '2026-01-01' },
        { comment: word(c), costumeTypeId: type?.id },
      ]
      return costume ? ['PUT', `/api/costume/${costume.id}`, changes[a % 3]] : null
    }
    case 'deleteCostume':
      return costume ? ['DELETE', `/api/costume/${costume.id}`] : null
    case 'addParade':
      return [
        'POST',
        '/api/parade',
        {
          title: `Umzug ${b % 3}`,
          host: 'Zunft',
          hostTown: word(c).replace(/\s/g, ' '),
          date: '2027-02-01',
          dateEnrolmentStart: '2026-12-01',
          dateEnrolmentEnd: '2027-01-30',
          isChildParade: c % 2 === 0,
        },
      ]
    case 'changeParade': {
      const changes = [
        { title: `Umzug ${b % 3}` },
        { hostTown: `Ort ${b % 2}`, isChildParade: c % 2 === 0 },
        { priceForAdultsInCent: 100 * b, comment: word(c) },
        { dateEnrolmentEnd: `2027-01-${10 + (c % 10)}` },
      ]
      return parade ? ['PUT', `/api/parade/${parade.id}`, changes[(b + c) % 4]] : null
    }
    case 'deleteParade':
      return parade ? ['DELETE', `/api/parade/${parade.id}`] : null
    case 'enter': {
      const who = await one('members', c)
      if (!parade || !costume || !who) return null
      const body = { memberId: who.id, costumeId: costume.id }
      return ['POST', `/api/parade/${parade.id}/participation`, body]
    }
    case 'enterName': {
      if (!parade || !type) return null
      const places = [{ paradeId: parade.id, costumeTypeId: type.id, costumeNumber: `G${c % 5}` }]
      const person = { firstName: `Gast${b % 4}`, lastName: 'Huber', birthday: null }
      return c % 2
        ? ['POST', '/api/parades/internal-enrol', { ...person, parades: places }]
        : [
            'POST',
            `/api/parade/${parade.id}/participation/atParade`,
            { ...person, costumeNumber: `G${c % 5}`, selectedCostumeTypeId: type.id },
          ]
    }
    case 'correct': {
      const place = await one('participations', a, `state = 'booked'`)
      if (!place || !type) return null
      const body = { newCostumeTypeId: type.id, newCostumeNumber: `G${c % 5}` }
      return ['POST', `/api/participation/${place.id}/costumeType`, body]
    }
    case 'takeOff': {
      const place = await one('participations', a, `state = 'booked'`)
      return place ? ['DELETE', `/api/paradeParticipation/${place.id}`] : null
    }
    case 'honorMany': {
      const types = ['Extra_Certificate', 'Parades_25', 'Ehrennarr_20']
      const body = { type: types[b % 3], date: day(c), comment: word(b) }
      const memberIds = await some('members', a)
      return memberIds.length > 0 ? ['POST', '/api/member/honors', { memberIds, ...body }] : null
    }
    case 'takeOffMany': {
      const ids = await some('participations', a, `state = 'booked'`)
      return ids.length > 0 ? ['POST', '/api/participation/cancel', { ids }] : null
    }
    case 'deregisterMany': {
      const ids = await some('costumes', a, 'registered_until IS NULL')
      const body = { ids, registeredUntil: '2026-01-01' }
      return ids.length > 0 ? ['POST', '/api/costume/deregister', body] : null
    }
    case 'markAssembly': {
      const types = ['Extra_Certificate', 'Parades_25']
      const sets = [
        { attendance: c % 3 ? 'excused' : null },
        { orderedOn: c % 3 ? '2027-01-10' : null, note: word(c).replace(/\n/g, ' ') },
        { choice: c % 2 ? 'left_out' : null, handedOverOn: null },
      ]
      const memberIds = (await rows<{ id: number }>('SELECT id FROM members ORDER BY id')).map(
        ({ id }) => id,
      )
      const marked = memberIds
        .filter((_, index) => (index + a) % 2 === 0)
        .map((memberId) => ({ memberId, type: types[b % 2] }))
      const body = { rows: marked, set: sets[(a + c) % 3] }
      return marked.length > 0 ? ['PUT', `/api/assembly/${assemblies[b % 3]}/rows`, body] : null
    }
    case 'enterAssembly': {
      const body = { rows: [{ memberId: member?.id, types: ['Parades_25'] }] }
      return member ? ['POST', `/api/assembly/${assemblies[0]}/enter`, body] : null
    }
    case 'leave': {
      const leaves = [
        { state: 'Died', date: '2026-12-31' },
        { state: 'Left', date: '2026-12-31' },
        { state: 'Left', date: '2027-03-01' },
      ]
      const duties = await rows(
        `SELECT id FROM duty_entries WHERE member_id = ${member?.id ?? 0} AND to_date IS NULL`,
      )
      const body = {
        ...leaves[b % 3],
        endTimespans: c % 2 === 0,
        dutyIds: duties.map(({ id }) => id),
      }
      return ofMember ? ['POST', `${ofMember}/leave`, body] : null
    }
    case 'takeBackLeave':
      return ofMember ? ['DELETE', `${ofMember}/leave`] : null
    case 'changeState': {
      const changes = [
        { membershipState: 'Passive' },
        { dateLeft: b % 2 ? null : '2027-03-01' },
        { membershipState: 'Active', dateLeft: null },
      ]
      return ofMember ? ['PUT', ofMember, changes[c % 3]] : null
    }
    case 'changeBank':
      return ofMember ? ['PUT', ofMember, { bankingBank: word(b), phone: word(c) }] : null
    case 'changeOwner': {
      const path = costume && `/api/costume/${costume.id}/owner`
      return path && member ? ['POST', path, { newMemberId: member.id }] : null
    }
    case 'match': {
      const place = await one('participations', b, `state = 'booked'`)
      const body = { memberId: c % 3 === 0 ? null : member?.id }
      return place && member ? ['POST', `/api/participation/${place.id}/member`, body] : null
    }
    case 'callOff':
      return parade ? ['POST', `/api/parade/${parade.id}/cancel`, {}] : null
    case 'reinstate':
      return parade ? ['POST', `/api/parade/${parade.id}/reinstate`] : null
    case 'changeSettings': {
      const fee = { validFrom: 2000, state: 'Active', ageFrom: 0, ageTo: null }
      const changes = [
        {
          name: `Zunft ${c % 3}`,
          sepaLeadDays: c % 20,
          assemblyDate: [null, assemblies[1], day(c)][c % 3],
        },
        { feeRules: [{ ...fee, amountInCent: 100 * c }] },
        {
          feeRules: [
            { ...fee, ageTo: 17, amountInCent: 0 },
            { ...fee, ageFrom: 18, amountInCent: 100 * (c % 3) },
          ],
        },
        {
          honorRules: [
            {
              type: b % 2 ? 'Ehrennarr_20' : 'Ehrennarr_30',
              basis: 'dutyYears',
              threshold: 10 + (c % 5),
              label: 'Ehrennarr',
              duties: c % 2 ? ['Kassier', 'Einkauf'] : ['Einkauf'],
            },
          ],
        },
      ]
      return ['PUT', '/api/guild/settings', changes[a % 4]]
    }
  }
}

type Done = {
  requestId: string
  what: string
  changed: Set<string>
  before: Picture
  isUndone: boolean
}

/** Acts of a clerk, and the ways back from them. */
async function openOffice() {
  setClock()
  const { token } = await signedIn('management')
  for (const name of ['Hansel', 'Hexe']) {
    const { id } = await aCostumeType(name)
    await aCostume(id, '1')
    await aCostume(id, '2')
  }
  await aMember()
  await aMember({ firstName: 'Jörg', lastName: 'Straßer', memberNumber: 101 })
  await aParade()
  const story: string[] = []

  async function perform(act: Act): Promise<Done | null> {
    const sent = await requestOf(act)
    if (!sent) return null
    const before = await picture()
    const [method, path, body] = sent
    const response = await call(method, path, body, { token })
    const told = `${method} ${path} ${JSON.stringify(body)} ${response.status}`
    story.push(told)
    expect([200, 201, 204, 404, 409, 422], told).toContain(response.status)
    const after = await picture()
    const changed = changedBetween(before, after)
    if (!response.ok || changed.size === 0) {
      expect([...changed], told).toEqual([])
      return null
    }
    const requestId = response.headers.get('X-Request-Id') ?? ''
    return { requestId, what: told, changed, before, isUndone: false }
  }

  async function undo({ requestId, what }: Done) {
    const response = await call('POST', `/api/history/${requestId}/undo`, undefined, { token })
    story.push(`undo ${what}: ${response.status}`)
    return response
  }

  /** Whatever was done, newest first all of it goes back. */
  async function thereAndBack(chosen: readonly Act[]) {
    story.length = 0
    const beginning = await picture()
    const done: Done[] = []
    for (const act of chosen) {
      const one = await perform(act)
      if (one) done.push(one)
    }
    for (const one of done.toReversed()) {
      const response = await undo(one)
      expect(response.status, story.join('\n')).toBe(200)
      expect(changedBetween(one.before, await picture()), story.join('\n')).toEqual(new Set())
      expect((await undo(one)).status).toBe(409)
    }
    expect(await picture(), story.join('\n')).toEqual(beginning)
  }

  /**
   * In whatever order somebody wants them back: one that a later living act touched is refused, what is
   * refused changes nothing, and what is not brings its rows back and no others.
   */
  async function inAnyOrder(chosen: readonly Act[], order: readonly number[]) {
    story.length = 0
    const done: Done[] = []
    for (const act of chosen) {
      const one = await perform(act)
      if (one) done.push(one)
    }
    for (const n of order) {
      const index = n % Math.max(1, done.length)
      const one = done[index]
      if (!one) break
      const later = done.slice(index + 1).filter((other) => !other.isUndone)
      const isTouched = later.some(({ changed }) =>
        [...changed].some((key) => one.changed.has(key)),
      )
      const before = await picture()
      const response = await undo(one)
      const after = await picture()
      const seen = changedBetween(before, after)
      const told = story.join('\n')
      if (one.isUndone || isTouched) expect(response.status, told).toBe(409)
      if (response.ok) {
        one.isUndone = true
        expect(seen, told).toEqual(one.changed)
      } else {
        expect(response.status, told).toBe(409)
        expect([...seen], told).toEqual([])
      }
    }
  }

  return { thereAndBack, inAnyOrder }
}

/** Longer than any exploration takes. */
export const patience = { timeout: 1_800_000 }

export async function exploreUndo({ runs, seed }: { runs: number; seed: number }) {
  const { thereAndBack, inAnyOrder } = await openOffice()
  const limits = { numRuns: runs, seed, endOnFailure: true }
  await fc.assert(fc.asyncProperty(acts(10), thereAndBack), limits)
  const order = fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 8 })
  await fc.assert(fc.asyncProperty(acts(10, ownWays), order, inAnyOrder), limits)
}
