import { beforeEach, describe, expect, test } from 'vitest'
import { call, json, rows, setClock, signedIn } from '#tests/support/api.ts'
import { aMember } from '#tests/support/builders.ts'
import { contents, putBack } from '#tests/support/contents.ts'
import { broughtBack, exported } from '#tests/support/guild-archive.ts'
import { bytesOf, mappedOf, stage, verdictsOf } from '#tests/support/import-chain.ts'
import { certificateText, certificateWords, needsCertificate } from '#worker/domain/certificates.ts'
import { duties, honorTypes } from '#worker/domain/codes.ts'
import { dutyLabels, honorLabels } from '#worker/domain/labels.ts'

// Offices and honors: those of the specification and the guild's own.

let token: string
beforeEach(async () => {
  setClock()
  token = (await signedIn('management')).token
})

const kinds = [
  { path: '/api/guild/offices', codes: duties, labels: dutyLabels as Record<string, string> },
  { path: '/api/guild/honors', codes: honorTypes, labels: honorLabels as Record<string, string> },
] as const

type Row = { code: string; label: string; position: number; inUse: boolean; hidden: boolean }

const ask = async (method: string, path: string, body?: unknown, status = 200) => {
  const answer = await call(method, path, body, { token })
  const text = await answer.text()
  expect(answer.status, `${method} ${path}: ${text}`).toBe(status)
  return text === '' ? null : JSON.parse(text)
}
const list = (path: string): Promise<Row[]> => ask('GET', path)
const own = (path: string, label: string): Promise<Row> => ask('POST', path, { label }, 201)
const find = async (path: string, code: string) =>
  (await list(path)).find((one) => one.code === code)
const refused = async (method: string, path: string, body: unknown, status: number) =>
  (await ask(method, path, body, status)).error

/** Sends a request and undoes it in the history. */
async function doneAndUndone(method: string, path: string, body?: unknown) {
  const answer = await call(method, path, body, { token })
  expect(answer.status, await answer.clone().text()).toBeLessThan(300)
  const id = answer.headers.get('X-Request-Id')
  await ask('POST', `/api/history/${id}/undo`, {})
}

describe.each(kinds)('$path', ({ path, codes, labels }) => {
  test('A new guild has the offices and honors of the specification, in the order of the specification', async () => {
    expect(await list(path)).toEqual(
      codes.map((code, index) => ({
        code,
        label: labels[code],
        builtIn: true,
        hidden: false,
        position: index + 1,
        inUse: false,
      })),
    )
  })

  test('An office or honor that the guild adds comes last and can be renamed, hidden, moved and deleted; its code is not used again', async () => {
    const added = await own(path, '  Häswart ')
    expect(added).toEqual({
      code: expect.stringMatching(/^own_[1-9]\d*$/),
      label: 'Häswart',
      builtIn: false,
      hidden: false,
      position: codes.length + 1,
      inUse: false,
    })
    const one = `${path}/${added.code}`
    expect(await ask('PUT', one, { label: 'Zeugwart', hidden: true })).toEqual({
      ...added,
      label: 'Zeugwart',
      hidden: true,
    })
    expect(await ask('PUT', one, { position: 2 })).toMatchObject({ position: 2, hidden: true })
    expect((await list(path)).map(({ code }) => code)).toEqual([
      codes[0],
      added.code,
      ...codes.slice(1),
    ])
    expect((await list(path)).map(({ position }) => position)).toEqual(
      Array.from({ length: codes.length + 1 }, (_, index) => index + 1),
    )
    await ask('DELETE', one, undefined, 204)
    await ask('DELETE', one, undefined, 404)
    await ask('PUT', one, { label: 'Nochmal' }, 404)
    expect((await own(path, 'Häswart')).code).not.toBe(added.code)
  })

  test('An office or honor of the specification can be renamed and hidden, but not deleted (409 BuiltIn)', async () => {
    const [code = ''] = codes
    expect(
      await ask('PUT', `${path}/${code}`, { label: 'Zunftmeister', hidden: true }),
    ).toMatchObject({ code, label: 'Zunftmeister', builtIn: true, hidden: true })
    expect(await refused('DELETE', `${path}/${code}`, undefined, 409)).toMatchObject({
      code: 'BuiltIn',
    })
    expect(await find(path, code)).toBeDefined()
  })

  test('A label that another office or honor of the guild has, in any spelling, is rejected (409 LabelExists)', async () => {
    const { code } = await own(path, 'Häswart')
    for (const label of ['häswart', ' HAESWART ', labels[codes[1] ?? '']]) {
      const { code: why, fields } = await refused('POST', path, { label }, 409)
      expect([why, Object.keys(fields)]).toEqual(['LabelExists', ['label']])
    }
    await ask('PUT', `${path}/${code}`, { label: 'HÄSWART' })
    const other = await own(path, 'Zeugwart')
    expect(await refused('PUT', `${path}/${other.code}`, { label: 'haeswart' }, 409)).toMatchObject(
      {
        code: 'LabelExists',
      },
    )
    expect((await find(path, other.code))?.label).toBe('Zeugwart')
  })

  test.each([
    [{}, 422],
    [{ label: '  ' }, 422],
    [{ label: 'x'.repeat(101) }, 422],
    [{ label: 5 }, 400],
    [{ label: null }, 400],
  ])(
    'A new office or honor with the body %j is rejected (%i), and nothing is stored',
    async (body, status) => {
      const { fields } = await refused('POST', path, body, status)
      expect(Object.keys(fields)).toEqual(['label'])
      expect(await list(path)).toHaveLength(codes.length)
    },
  )

  test.each(['readonly', 'helper'] as const)(
    'The role %s may read the offices and honors but not add one (403)',
    async (role) => {
      const { token: other } = await signedIn(role)
      expect((await call('GET', path, undefined, { token: other })).status).toBe(200)
      expect((await call('POST', path, { label: 'Neu' }, { token: other })).status).toBe(403)
      expect((await call('GET', path)).status).toBe(401)
    },
  )

  test('Adding, renaming, hiding, moving and deleting an office or honor can be undone in the history', async () => {
    const { code } = await own(path, 'Häswart')
    const before = await list(path)
    const one = `${path}/${code}`
    await doneAndUndone('POST', path, { label: 'Zeugwart' })
    await doneAndUndone('PUT', one, { label: 'Zeugwart' })
    await doneAndUndone('PUT', one, { hidden: true })
    await doneAndUndone('PUT', one, { position: 1 })
    await doneAndUndone('DELETE', one)
    expect(await list(path)).toEqual(before)
  })

  test('An office or honor is moved past one that has the same position since the deletion of one of them was undone', async () => {
    const { code } = await own(path, 'Häswart')
    await ask('PUT', `${path}/${code}`, { position: 3 })
    const deleted = await call('DELETE', `${path}/${code}`, undefined, { token })
    const other = codes[1] ?? ''
    await ask('PUT', `${path}/${other}`, { position: 3 })
    await ask('POST', `/api/history/${deleted.headers.get('X-Request-Id')}/undo`, {})

    const before = await list(path)
    const order = before.map((one) => one.code)
    expect(before.map(({ position }) => position)).toEqual(order.map((_, index) => index + 1))
    const [upper, lower] = [order.indexOf(other), order.indexOf(code)].toSorted()
    expect([upper, lower]).toEqual([2, 3])
    // One place down, up again, and the other one up.
    for (const [moved = '', position] of [
      [order[2], 4],
      [order[2], 3],
      [order[3], 3],
    ] as const) {
      const shown = (await list(path)).map((one) => one.code).filter((one) => one !== moved)
      expect(await ask('PUT', `${path}/${moved}`, { position })).toMatchObject({ position })
      expect((await list(path)).map((one) => one.code)).toEqual(
        shown.toSpliced(position - 1, 0, moved),
      )
    }
  })
})

type Use = {
  name: string
  path: string
  /** Stores an entry with the code and returns its path. */
  use: (memberId: number, code: string) => Promise<string>
  /** The path of the list of members with this office or honor. */
  members: (code: string) => string
}

const uses: Use[] = [
  {
    name: 'office',
    path: '/api/guild/offices',
    use: async (memberId, duty) => {
      const entries = `/api/member/${memberId}/duties`
      const { id } = await ask('POST', entries, { duty, from: '2010-01-01', to: '2012-01-01' }, 201)
      return `${entries}/${id}`
    },
    members: (code) => `/api/duties/${code}/members?active=false`,
  },
  {
    name: 'honor',
    path: '/api/guild/honors',
    use: async (memberId, type) => {
      const entries = `/api/member/${memberId}/honors`
      const { id } = await ask('POST', entries, { type, date: '2012-01-01' }, 201)
      return `${entries}/${id}`
    },
    members: (code) => `/api/honors/${code}/members`,
  },
]

describe.each(uses)("a guild's own $name in use", ({ path, use, members }) => {
  test.each(['Left', 'Died'] as const)(
    'An added office or honor that a member with the state %s has cannot be deleted (409 InUse), and its list of members contains the member',
    async (membershipState) => {
      const { id } = await aMember({ membershipState, dateLeft: '2020-01-01' })
      const { code } = await own(path, 'Häswart')
      expect(await ask('GET', members(code))).toEqual([])
      await use(id, code)
      expect(await ask('GET', members(code))).toMatchObject([{ member: { id } }])
      expect((await find(path, code))?.inUse).toBe(true)
      expect(await refused('DELETE', `${path}/${code}`, undefined, 409)).toMatchObject({
        code: 'InUse',
      })
      await ask('PUT', `${path}/${code}`, { hidden: true })
      expect(await ask('GET', members(code))).toHaveLength(1)
    },
  )

  test('An added office or honor cannot be deleted (409) while the deletion of its last entry at a member can still be undone', async () => {
    const { id } = await aMember()
    const { code } = await own(path, 'Häswart')
    const entry = await use(id, code)
    const answer = await call('DELETE', entry, undefined, { token })
    expect((await find(path, code))?.inUse).toBe(true)
    await refused('DELETE', `${path}/${code}`, undefined, 409)
    await ask('POST', `/api/history/${answer.headers.get('X-Request-Id')}/undo`, {})
    expect(await ask('GET', members(code))).toHaveLength(1)
    // Once the journal is deleted, the entry can no longer be restored.
    await ask('DELETE', entry, undefined, 204)
    await rows('DELETE FROM journal')
    await ask('DELETE', `${path}/${code}`, undefined, 204)
    await ask('GET', members(code), undefined, 404)
  })

  test('Adding an office or honor cannot be undone once a member has it (409 ChangedSince)', async () => {
    const { id } = await aMember()
    const added = await call('POST', path, { label: 'Häswart' }, { token })
    const { code } = await json(added)
    await use(id, code)
    const undo = `/api/history/${added.headers.get('X-Request-Id')}/undo`
    expect(await refused('POST', undo, {}, 409)).toMatchObject({ code: 'ChangedSince' })
  })
})

test('Giving a member an unknown office or honor is rejected at its field (422), and the list of members of an unknown one is not found (404)', async () => {
  const { id } = await aMember()
  for (const duty of ['own_999', 'Hausmeister', 'own_', 'own_01', 'OWN_1']) {
    const body = { duty, from: '2010-01-01' }
    const { code, fields } = await refused('POST', `/api/member/${id}/duties`, body, 422)
    expect([code, fields]).toEqual([
      'ValidationFailed',
      { duty: 'Dieses Amt gibt es in Eurer Zunft nicht.' },
    ])
  }
  for (const type of ['own_999', 'Parades_26', 'own_0']) {
    const body = { type, date: '2010-01-01' }
    const { fields } = await refused('POST', `/api/member/${id}/honors`, body, 422)
    expect(fields).toEqual({ type: 'Diese Ehrung gibt es in Eurer Zunft nicht mehr.' })
  }
  const { id: entry } = await ask(
    'POST',
    `/api/member/${id}/duties`,
    { duty: 'Kassier', from: '2010-01-01' },
    201,
  )
  const change = `/api/member/${id}/duties/${entry}`
  expect(await refused('PUT', change, { duty: 'own_999' }, 422)).toHaveProperty('fields.duty')
  await ask('GET', '/api/duties/own_999/members?active=true', undefined, 404)
  await ask('GET', '/api/honors/own_999/members', undefined, 404)
})

const honorRule = async (type: string) => {
  const { honorRules } = await ask('GET', '/api/guild/settings')
  return honorRules.find((rule: { type: string }) => rule.type === type)
}

describe('the rules of honors', () => {
  test('An added office is part of the rules of the chosen honors, and cannot be deleted while it is the only office of such a rule (409)', async () => {
    const office = await ask(
      'POST',
      '/api/guild/offices',
      { label: 'Häswart', countsFor: ['Ehrennarr_20', 'Obernarr_15'] },
      201,
    )
    expect((await honorRule('Ehrennarr_20')).duties).toContain(office.code)
    const one = `/api/guild/offices/${office.code}`
    await ask('PUT', one, { countsFor: ['Ehrennarr_20'] })
    expect((await honorRule('Obernarr_15')).duties).not.toContain(office.code)
    expect(await refused('PUT', one, { countsFor: ['Parades_25'] }, 422)).toHaveProperty(
      'fields.countsFor',
    )
    const rule = await honorRule('Ehrennarr_20')
    await ask('PUT', '/api/guild/settings', { honorRules: [{ ...rule, duties: [office.code] }] })
    expect(await refused('DELETE', one, undefined, 409)).toMatchObject({ code: 'InUse' })
    expect(await refused('PUT', one, { countsFor: [] }, 422)).toHaveProperty('fields.countsFor')
    await ask('PUT', '/api/guild/settings', { honorRules: [rule] })
    await ask('DELETE', one, undefined, 204)
    expect((await honorRule('Ehrennarr_20')).duties).not.toContain(office.code)
  })

  test('Rejects an honor rule with an unknown honor or office, or with the label of another honor, at its field (422)', async () => {
    const rule = await honorRule('Ehrennarr_20')
    const save = (changed: object) =>
      refused('PUT', '/api/guild/settings', { honorRules: [{ ...rule, ...changed }] }, 422)
    expect(Object.keys((await save({ type: 'own_999', label: 'Neu' })).fields)).toEqual([
      'honorRules.0.type',
    ])
    expect(Object.keys((await save({ duties: ['Kassier', 'own_999'] })).fields)).toEqual([
      'honorRules.0.duties',
    ])
    expect(Object.keys((await save({ label: 'obernarr (15 JAHRE)' })).fields)).toEqual([
      'honorRules.0.label',
    ])
  })
})

describe('an import of a guild with offices and honors of its own', () => {
  const staged = (kind: 'members' | 'honors' | 'duties', text: string, columns = {}) =>
    stage({ kind, token, bytes: bytesOf(text), columns })

  test('A column named after an own honor is recognised and imported like one of the specification, also when the honor has been renamed', async () => {
    const { id } = await aMember({ memberNumber: 1, firstName: 'Ida', lastName: 'Haas' })
    const { code } = await own('/api/guild/honors', 'Goldene Narrenkappe')
    await ask('PUT', '/api/guild/honors/Ehrenelferrat', { label: 'Elferrat ehrenhalber' })
    const text =
      'Mitgliedsnummer;Name;Vorname;goldene narrenkappe;Elferrat ehrenhalber\n1;Haas;Ida;06.01.2020;11.11.2021\n'
    const file = await staged('honors', text)
    expect(mappedOf(file)).toMatchObject({
      'goldene narrenkappe': `honor:${code}`,
      'Elferrat ehrenhalber': 'honor:Ehrenelferrat',
    })
    expect(verdictsOf(await file.preview())).toEqual(['2 new'])
    await file.commit()
    expect(await ask('GET', `/api/member/${id}/honors`)).toMatchObject([
      { type: 'Ehrenelferrat', date: '2021-11-11' },
      { type: code, date: '2020-01-06' },
    ])
    // A member list with such a column holds honors as well.
    const members = await staged('members', text)
    expect((await members.preview()).alsoHolds).toContain('honors')
  })

  test('A column that was assigned to an own honor is rejected row by row once the honor is deleted, and nothing is stored', async () => {
    await aMember({ memberNumber: 1, firstName: 'Ida', lastName: 'Haas' })
    const { code } = await own('/api/guild/honors', 'Goldene Narrenkappe')
    const text = 'Mitgliedsnummer;Narrenkappe am\n1;06.01.2020\n'
    const file = await staged('honors', text, { 'Narrenkappe am': `honor:${code}` })
    expect(verdictsOf(await file.preview())).toEqual(['2 new'])
    await ask('DELETE', `/api/guild/honors/${code}`, undefined, 204)
    expect(verdictsOf(await file.preview())).toEqual([`2 error: honor:${code}`])
    expect((await file.tryCommit()).status).toBe(409)
    expect(await rows('SELECT id FROM honors')).toEqual([])
  })

  test('A word of an own office or honor, in any spelling, is read without a question', async () => {
    const { id } = await aMember({ memberNumber: 1, firstName: 'Ida', lastName: 'Haas' })
    const office = await own('/api/guild/offices', 'Häswart')
    const honor = await own('/api/guild/honors', 'Goldene Narrenkappe')
    const duties = await staged('duties', 'Mitgliedsnummer;Amt;Von\n1;HAESWART;01.01.1990\n')
    const honors = await staged(
      'honors',
      'Mitgliedsnummer;Ehrung;Datum\n1;goldene Narrenkappe;6.1.2020\n',
    )
    for (const file of [duties, honors]) {
      expect((await file.preview()).questions).toEqual([])
      await file.commit()
    }
    expect(await ask('GET', `/api/member/${id}/duties`)).toMatchObject([{ duty: office.code }])
    expect(await ask('GET', `/api/member/${id}/honors`)).toMatchObject([{ type: honor.code }])
  })
})

/** The numbers after "own_" stay, so an archive from the same guild brings the same codes. */
test('Added offices and honors can be imported, appear in statistics, assembly list and certificates, and are restored from an archive', async () => {
  const empty = await contents()
  const member = await aMember({ memberNumber: 1, firstName: 'Ida', lastName: 'Haas' })
  // The imports add an own office and an own honor.
  const file = (kind: 'duties' | 'honors', text: string, field: string, word: string) =>
    stage({
      kind,
      token,
      bytes: new TextEncoder().encode(text),
      answers: { words: { [field]: { [word]: 'new' } } },
    })
  const offices = await file(
    'duties',
    'Mitgliedsnummer;Amt;Von;Bis\n1;Häswart;01.01.1990;31.12.2019\n1;Kassier;01.01.2020;\n',
    'duty',
    'Häswart',
  )
  await offices.commit()
  const honors = await file(
    'honors',
    'Mitgliedsnummer;Ehrung;Datum\n1;Goldene Narrenkappe;06.01.2020\n',
    'honor',
    'Goldene Narrenkappe',
  )
  await honors.commit()
  const duty =
    (await list('/api/guild/offices')).find(({ label }) => label === 'Häswart')?.code ?? ''
  const honor =
    (await list('/api/guild/honors')).find(({ label }) => label === 'Goldene Narrenkappe')?.code ??
    ''
  expect([duty, honor]).toEqual([expect.stringMatching(/^own_/), expect.stringMatching(/^own_/)])
  expect(await ask('GET', `/api/member/${member.id}/duties`)).toMatchObject([
    { duty: 'Kassier' },
    { duty, from: '1990-01-01', to: '2019-12-31' },
  ])
  expect(await ask('GET', `/api/member/${member.id}/honors`)).toMatchObject([{ type: honor }])

  // An honor of the guild's own for years in its own office.
  const medal = await own('/api/guild/honors', 'Häsnadel')
  const rule = await honorRule(medal.code)
  await ask('PUT', '/api/guild/settings', {
    honorRules: [{ ...rule, basis: 'dutyYears', threshold: 25, duties: [duty] }],
  })
  expect(await ask('GET', '/api/statistics/members/honors?date=2027-11-11')).toMatchObject([
    {
      member: { id: member.id },
      years: 30,
      duties: [duty],
      honor: medal.code,
      reason: 'Häswart 1990–2019, 30 Jahre',
    },
  ])
  const csv = await (
    await call('GET', '/api/statistics/members/csv?date=2027-11-11', undefined, { token })
  ).text()
  expect(csv).toContain('Häswart')
  expect(csv).toContain('Häsnadel')
  expect(await ask('GET', '/api/statistics/duties')).toMatchObject([
    { totalDutyYears: 37, duties: [{ duty: 'Kassier' }, { duty, years: 30 }], honors: [honor] },
  ])
  const assembly = await ask('GET', '/api/assembly?date=2027-11-11')
  expect(assembly.rows).toMatchObject([
    { type: medal.code, offices: [{ duty, label: 'Häswart', years: '1990–2019' }] },
  ])
  await ask(
    'PUT',
    '/api/assembly/2027-11-11/rows',
    {
      rows: [{ memberId: member.id, type: medal.code }],
      set: { orderedOn: '2027-01-10' },
    },
    204,
  )
  const certificate = async () => {
    const { rows: due, date } = await ask('GET', '/api/assembly?date=2027-11-11')
    const { label, certificateText: text, ...ruled } = await honorRule(medal.code)
    expect(needsCertificate({ ...ruled, label, certificateText: text })).toBe(true)
    const { basis, count, offices: held } = due[0]
    return certificateWords(certificateText({ basis, certificateText: text }), {
      name: 'Ida Haas',
      honor: label,
      count,
      offices: held,
      date,
    })
  }
  expect(await certificate()).toMatch(/^für 30 Jahre im Amt: Häswart 1990–2019\./)
  // Renaming changes every text that is made of it.
  await ask('PUT', `/api/guild/offices/${duty}`, { label: 'Zeugwart', hidden: true })
  expect((await ask('GET', '/api/assembly?date=2027-11-11')).rows[0].reason).toBe(
    'Zeugwart 1990–2019, 30 Jahre',
  )
  expect(await certificate()).toMatch(/^für 30 Jahre im Amt: Zeugwart 1990–2019\./)
  expect((await find('/api/guild/honors', medal.code))?.inUse).toBe(true)
  expect(await refused('DELETE', `/api/guild/honors/${medal.code}`, undefined, 409)).toMatchObject({
    code: 'InUse',
  })
  const disclosed = await call('GET', `/api/member/${member.id}/disclosure`, undefined, { token })
  if (disclosed.status === 200) expect(await disclosed.text()).toContain('Zeugwart')

  const before = {
    offices: await list('/api/guild/offices'),
    honors: await list('/api/guild/honors'),
  }
  const files = await exported(token)
  await putBack(empty)
  await broughtBack(files, token)
  expect(await exported(token)).toEqual(files)
  expect(await list('/api/guild/offices')).toEqual(before.offices)
  expect(await list('/api/guild/honors')).toEqual(before.honors)
})
