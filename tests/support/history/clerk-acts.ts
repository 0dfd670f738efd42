import fc from 'fast-check'
import type { SheetFile } from '#tests/support/import-file.ts'
import type { ImportCell } from '#worker/imports/imports.contract.ts'

// A clerk's acts as requests; their numbers choose among the existing rows.

export type Row = Record<string, unknown>
/** The rows by table. */
export type Tables = Readonly<Record<string, readonly Row[]>>

export const whats = [
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

/** Acts with an undo of their own or none: the history cannot revert them, nor older acts on the same rows. */
export const ownWays = [
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

export type What = (typeof whats)[number] | (typeof ownWays)[number] | 'import' | 'merge'

export type Act = { what: What; a: number; b: number; c: number }

const pick = fc.nat({ max: 40 })
export const acts = (most: number, more: readonly What[] = []) =>
  fc.array(fc.record({ what: fc.constantFrom(...whats, ...more), a: pick, b: pick, c: pick }), {
    minLength: 2,
    maxLength: most,
  })

/** Today, a date that the guild may set, and the default, 11 November. */
const assemblies = ['2027-01-16', '2027-04-10', '2027-11-11']

type Sent = [method: string, path: string, body?: unknown]

/** The request of an act; null when no row exists for it. */
export function requestOf({ what, a, b, c }: Act, tables: Tables): Sent | null {
  type Found = Row & { id: number }
  const all = (table: string) => (tables[table] ?? []) as Found[]
  const one = (table: string, n: number) => all(table)[n % Math.max(1, all(table).length)]
  const some = (of: readonly Found[], n: number) =>
    of.map(({ id }) => id).filter((_, index) => index % 3 !== n % 3)
  const booked = all('participations').filter(({ state }) => state === 'booked')
  const oneBooked = (n: number) => booked[n % Math.max(1, booked.length)]
  const day = (n: number) => `2020-${String(1 + (n % 12)).padStart(2, '0')}-01`
  const words = ['', 'Bär', 'Ä"ö\\n', 'x\ny', 'Wolf', 'Hexe']
  const word = (n: number) => words[n % words.length] ?? ''
  const member = one('members', a)
  const type = one('costume_types', b)
  const costume = one('costumes', b)
  const parade = one('parades', a)
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
      const honor = one('honors', a)
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
      const duty = one('duty_entries', a)
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
      const who = one('members', c)
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
      const place = oneBooked(a)
      if (!place || !type) return null
      const body = { newCostumeTypeId: type.id, newCostumeNumber: `G${c % 5}` }
      return ['POST', `/api/participation/${place.id}/costumeType`, body]
    }
    case 'takeOff': {
      const place = oneBooked(a)
      return place ? ['DELETE', `/api/paradeParticipation/${place.id}`] : null
    }
    case 'honorMany': {
      const types = ['Extra_Certificate', 'Parades_25', 'Ehrennarr_20']
      const body = { type: types[b % 3], date: day(c), comment: word(b) }
      const memberIds = some(all('members'), a)
      return memberIds.length > 0 ? ['POST', '/api/member/honors', { memberIds, ...body }] : null
    }
    case 'takeOffMany': {
      const ids = some(booked, a)
      return ids.length > 0 ? ['POST', '/api/participation/cancel', { ids }] : null
    }
    case 'deregisterMany': {
      const ids = some(
        all('costumes').filter((one) => one.registered_until === null),
        a,
      )
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
      const memberIds = all('members').map(({ id }) => id)
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
      const duties = all('duty_entries').filter(
        (duty) => duty.member_id === member?.id && duty.to_date === null,
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
      const place = oneBooked(b)
      const body = { memberId: c % 3 === 0 ? null : member?.id }
      return place && member ? ['POST', `/api/participation/${place.id}/member`, body] : null
    }
    case 'callOff':
      return parade ? ['POST', `/api/parade/${parade.id}/cancel`, {}] : null
    case 'reinstate':
      return parade ? ['POST', `/api/parade/${parade.id}/reinstate`] : null
    case 'import':
      // An import takes several requests (see `fileOf`).
      return null
    case 'merge': {
      const gone = all('members').filter((other) => other !== member)[
        b % Math.max(1, all('members').length - 1)
      ]
      if (!member || !gone) return null
      // Keep both dates of one record: a mixed pair might join after leaving.
      const fields = { membershipState: 'kept', dateJoined: 'kept' }
      return ['POST', `/api/member/${member.id}/merge`, { goneId: gone.id, fields }]
    }
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

/** A file with a few lines about existing members and costumes, and about new ones. */
export function fileOf({ a, b, c }: Act, tables: Tables): SheetFile {
  const members = tables.members ?? []
  const numbered = members.filter(({ member_number: number }) => Number(number) > 0)
  const known = (n: number): ImportCell[] => {
    const one = numbered[n % Math.max(1, numbered.length)]
    return one
      ? [Number(one.member_number), `${one.last_name}`, `${one.first_name}`]
      : ['', 'Kurz', 'Ida']
  }
  const type = tables.costume_types?.[b % Math.max(1, tables.costume_types.length)]
  const day = (n: number) => `01.${String(1 + (n % 12)).padStart(2, '0')}.2019`
  const who = ['Mitgliedsnummer', 'Nachname', 'Vorname']
  const files: SheetFile[] = [
    {
      kind: 'members',
      headings: [...who, 'Telefon', 'Geburtstag', 'Eintrittsdatum'],
      lines: [
        [...known(a), `07524 ${c}`, '', ''],
        [200 + (b % 4), 'Haas', `Ute${b % 3}`, '', day(c), day(b)],
        ['', 'Kurz', `Ida${c % 3}`, '1', '', ''],
      ],
    },
    {
      kind: 'honors',
      headings: [...who, 'Ehrung', 'Verliehen am'],
      lines: [
        [...known(a), 'Sonderurkunde', day(b)],
        [...known(b), 'Sonderurkunde', day(c)],
      ],
    },
    {
      kind: 'duties',
      headings: [...who, 'Amt', 'Von', 'Bis'],
      lines: [[...known(a), 'Kassier', day(b), c % 2 ? '31.12.2019' : '']],
    },
    {
      kind: 'costumes',
      headings: ['Kleidertyp', 'Kleidernummer', ...who, 'Besitz seit'],
      lines: [
        [`${type?.name ?? 'Bär'}`, `${c % 9}`, ...known(a), day(b)],
        [`Neu ${b % 2}`, `${a % 5}`, '', '', '', ''],
      ],
    },
    {
      kind: 'parades',
      headings: ['Datum', 'Beschreibung', 'Gastgeber'],
      lines: [
        [day(a), `Umzug ${b % 3}`, 'Zunft'],
        [day(b), `Nachtumzug ${c % 3}`, 'Zunft'],
      ],
    },
    {
      kind: 'paradesBefore',
      headings: [...who, 'Sprünge vor der Erfassung', 'Gezählt bis'],
      lines: [[...known(a), b, '31.12.2018']],
    },
  ]
  return files[(a + b + c) % files.length] as SheetFile
}
