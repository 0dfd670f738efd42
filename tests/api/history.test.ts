import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { call, json, rows, runCron, setClock, signedIn } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { anEnrolment } from '#tests/support/enrolment.ts'
import { configure } from '#tests/support/payment-settings.ts'

let user: { id: number; token: string }
let token: string

beforeEach(async () => {
  setClock()
  user = await signedIn('management')
  token = user.token
})

/** Sends a request that has to succeed, and returns its answer and id. */
async function act(method: string, path: string, body?: unknown) {
  const response = await call(method, path, body, { token })
  const answer = response.status === 204 ? null : await json(response)
  expect(response.ok, JSON.stringify(answer)).toBe(true)
  return { answer, requestId: response.headers.get('X-Request-Id') ?? '' }
}

const read = (query = '') => json(call('GET', `/api/history${query}`, undefined, { token }))
const undo = (requestId: string) =>
  call('POST', `/api/history/${requestId}/undo`, undefined, { token })
async function codeOf(response: Response) {
  return response.ok ? 'ok' : (await json(response)).error.code
}
const stateOf = async (requestId: string) =>
  (await read()).entries.find((one: { requestId: string }) => one.requestId === requestId)?.undo
const lines = () => rows('SELECT * FROM audit_entries ORDER BY id')

describe('the list of the history', () => {
  test('A history entry contains changes, user and time, and is also listed in the history of the member concerned', async () => {
    const { id } = await aMember({ phone: '1' })
    const { requestId } = await act('PUT', `/api/member/${id}`, {
      phone: '2',
      firstName: 'Annegret',
      membershipActiveTimespan: [{ from: '2010-01-01', to: null }],
    })
    const entry = {
      requestId,
      at: '2027-01-16T12:00:00.000Z',
      via: 'staff',
      by: { id: user.id, firstName: 'Sabine', lastName: 'Kächele' },
      act: 'PUT /api/member/:id',
      lines: [
        { entity: 'member', entityId: id, op: 'update', changes: { phone: ['1', '2'] } },
        {
          entity: 'timespan',
          entityId: expect.any(Number),
          op: 'insert',
          changes: { from: [null, '2010-01-01'] },
        },
      ],
      undo: 'possible',
    }
    const ofMember = await read(`?entity=member&entityId=${id}`)
    // The test inserts its rows directly into the database.
    expect(ofMember.entries.map((one: { via: string }) => one.via)).toEqual(['staff', 'outside'])
    expect(ofMember.entries[0]).toEqual(entry)
    expect(ofMember.next).toBeNull()
    expect(ofMember.names.member).toEqual({ [id]: 'Annegret Gruber' })
    expect(ofMember.about[requestId]).toEqual({ member: [id], costume: [], parade: [] })
    expect((await read()).entries[0]).toEqual(entry)
    expect((await read(`?entity=member&entityId=${id + 1}`)).entries).toEqual([])
  })

  test('Saving unchanged values writes no history entry', async () => {
    const { id } = await aMember()
    const span = { membershipActiveTimespan: [{ from: '2010-01-01', to: null }] }
    await act('PUT', `/api/member/${id}`, span)
    const settings = (await act('GET', '/api/guild/settings')).answer
    const before = await lines()
    await act('PUT', `/api/member/${id}`, { ...span, firstName: 'Annegret', phone: '' })
    await act('PUT', '/api/guild/settings', settings)
    expect(await lines()).toEqual(before)
  })

  test('Changes of owner are in the history of the costume, places entered by staff in that of the parade, and both in that of the member', async () => {
    const { id: typeId } = await aCostumeType()
    const { id: costumeId } = await aCostume(typeId, '1')
    const { id: memberId } = await aMember()
    const { id: paradeId } = await aParade()
    const owner = await act('POST', `/api/costume/${costumeId}/owner`, { newMemberId: memberId })
    const place = await act('POST', `/api/parade/${paradeId}/participation`, {
      memberId,
      costumeId,
    })
    const idsOf = async (entity: string, id: number) =>
      (await read(`?entity=${entity}&entityId=${id}`)).entries
        .filter((one: { via: string }) => one.via === 'staff')
        .map((one: { requestId: string }) => one.requestId)
    expect(await idsOf('costume', costumeId)).toEqual([owner.requestId])
    expect(await idsOf('parade', paradeId)).toEqual([place.requestId])
    expect(await idsOf('member', memberId)).toEqual([place.requestId, owner.requestId])
  })

  test('Paging through the history in pages of 25 omits and repeats no entry', async () => {
    const { id } = await aMember()
    const sent: string[] = []
    for (let n = 0; n < 60; n += 1) {
      sent.push((await act('PUT', `/api/member/${id}`, { phone: String(n) })).requestId)
    }
    for (const query of ['?', `?entity=member&entityId=${id}&`]) {
      const seen: string[] = []
      let before = ''
      for (let page = 0; page < 4; page += 1) {
        const { entries, next } = await read(`${query}${before}`)
        seen.push(...entries.map((one: { requestId: string }) => one.requestId))
        before = `before=${next}`
        if (next === null) break
        expect(entries).toHaveLength(25)
      }
      expect(seen.slice(0, 60)).toEqual(sent.toReversed())
      expect(new Set(seen).size).toBe(seen.length)
    }
  })

  test('Readonly users can read the history of one row but not the whole history (403); incomplete queries are rejected (400)', async () => {
    const reader = await signedIn('readonly')
    const ask = async (query: string, by: string) =>
      (await call('GET', `/api/history${query}`, undefined, { token: by })).status
    expect(await ask('?entity=parade&entityId=1', reader.token)).toBe(200)
    expect(await ask('', reader.token)).toBe(403)
    expect(await ask('', token)).toBe(200)
    for (const query of [
      '?entity=member',
      '?entityId=1',
      '?entity=order&entityId=1',
      '?entity=member&entityId=0',
      '?before=x',
    ]) {
      expect([query, await ask(query, token)]).toEqual([query, 400])
    }
  })

  test('A download is a history entry with its user and cannot be undone', async () => {
    const reader = await signedIn('readonly')
    const response = await call('GET', '/api/members/download', undefined, reader)
    const [newest] = (await read()).entries
    expect(newest).toMatchObject({
      requestId: response.headers.get('X-Request-Id'),
      by: { id: reader.id },
      act: 'GET /api/members/download',
      undo: 'never',
      lines: [{ entity: 'export', op: 'event', changes: { file: [null, 'Mitgliederliste.csv'] } }],
    })
    expect(await codeOf(await undo(newest.requestId))).toBe('NotUndoable')
  })

  test('A change made directly in the database is a history entry without a user and can be undone', async () => {
    // The database's clock cannot be set.
    setClock(new Date(vi.getRealSystemTime()).toISOString())
    token = (await signedIn('management', 'helper')).token
    const { id } = await aMember()
    await rows(`UPDATE members SET comment = 'von Hand' WHERE id = ${id}`)
    const [newest] = (await read()).entries
    expect(newest).toMatchObject({ via: 'outside', by: null, undo: 'possible' })
    expect(newest.requestId).toMatch(/^outside-/)
    expect((await undo(newest.requestId)).status).toBe(200)
    expect(await rows('SELECT comment FROM members')).toEqual([{ comment: '' }])
  })

  test('A change by the cron is a history entry without a user and cannot be undone', async () => {
    const { id } = await aMember()
    await act('POST', `/api/member/${id}/leave`, { state: 'Left', date: '2027-01-17' })
    setClock('2027-01-18T12:00:00Z')
    await runCron()
    setClock()
    const [newest] = (await read(`?entity=member&entityId=${id}`)).entries
    expect(newest).toMatchObject({ via: 'cron', by: null, undo: 'never' })
    expect(newest.lines).toContainEqual(
      expect.objectContaining({ changes: { membershipState: ['Active', 'Left'] } }),
    )
  })
})

describe('data that the history does not contain', () => {
  const iban = 'DE02120300000000202051'
  const bank = {
    bankingIban: iban,
    bankingBic: 'BYLADEM1001',
    bankingAccountOwner: 'Geheime Inhaberin',
    bankingBank: 'Geheime Bank',
    bankingSepaAllowed: true,
    bankingSepaAllowedDate: '2026-01-01',
    mandateReference: 'MANDAT-2026-0815',
  }

  test('Bank data and mandates are masked in every history line, and their changes cannot be undone', async () => {
    const member = { firstName: 'Ida', lastName: 'Abt' }
    const { answer } = await act('POST', '/api/member', { ...member, ...bank })
    const other = { bankingIban: 'DE89370400440532013000', bankingSepaAllowedDate: '2026-02-02' }
    const changed = await act('PUT', `/api/member/${answer.id}`, other)
    await act('PUT', '/api/guild/settings', { creditorIban: iban, creditorBic: 'BYLADEM1001' })
    await act('DELETE', `/api/member/${answer.id}`)
    const stored = JSON.stringify(await lines())
    for (const secret of [iban, 'BYLADEM', 'Geheime', 'MANDAT', '3704', 'unused']) {
      expect(stored).not.toContain(secret)
    }
    const { entries } = await read(`?entity=member&entityId=${answer.id}`)
    expect(entries[1].lines[0].changes).toEqual({
      bankingIban: ['…2051', '…3000'],
      bankingSepaAllowedDate: ['2026-01-01', '2026-02-02'],
    })
    expect(entries[2].lines[0].changes).toMatchObject({
      bankingIban: [null, '…2051'],
      bankingBic: [null, '…1001'],
      bankingAccountOwner: [null, 'geändert'],
      bankingBank: [null, 'geändert'],
      mandateReference: [null, '…0815'],
    })
    // They cannot be undone.
    expect(entries.map((one: { undo: string }) => one.undo)).toEqual(['never', 'never', 'never'])
    expect(await codeOf(await undo(changed.requestId))).toBe('NotUndoable')
  })

  test('If a mandate reference is short, the history masks every character of it', async () => {
    const { id } = await aMember()
    await act('PUT', `/api/member/${id}`, { mandateReference: 'M12' })
    expect((await read()).entries[0].lines[0].changes).toEqual({ mandateReference: ['', '…'] })
  })

  test('A public enrolment writes no history', async () => {
    const { id: typeId } = await aCostumeType()
    const { id: paradeId } = await aParade({ priceForAdultsInCent: 0, priceForChildrenInCent: 0 })
    const before = await lines()
    const place = { paradeId, costumeTypeId: typeId, costumeNumber: '7' }
    expect((await call('POST', '/api/parades/enrol', anEnrolment([place]))).status).toBe(200)
    expect(await rows(`SELECT state FROM participations`)).toEqual([{ state: 'booked' }])
    expect(await lines()).toEqual(before)
  })

  test('Check-in ticks and fees write no history', async () => {
    const place = await aPlace()
    const before = await lines()
    await act('POST', `/api/parade/${place.paradeId}/participation/${place.id}/confirm`)
    await act('POST', `/api/participation/${place.id}/paid`, { paid: true })
    expect(await lines()).toEqual(before)
  })

  test('Search keys and columns that only an undo needs are not shown in the history', async () => {
    const { id } = await aParade()
    const { requestId } = await act('DELETE', `/api/parade/${id}`)
    const [entry] = (await read()).entries
    expect(entry.requestId).toBe(requestId)
    expect(Object.keys(entry.lines[0].changes)).not.toContain('searchKey')
    const { id: memberId } = await aMember()
    await act('DELETE', `/api/member/${memberId}`)
    const changes = (await read()).entries[0].lines[0].changes
    expect(changes).toEqual({
      firstName: ['Annegret', null],
      lastName: ['Gruber', null],
      birthday: ['1980-05-04', null],
    })
  })
})

test('The history contains the names of exactly those costume types to which its changes refer', async () => {
  const place = await aPlace()
  const { id: otherType } = await aCostumeType('Hexe')
  await aCostumeType('Hansel')
  const body = { newCostumeTypeId: otherType, newCostumeNumber: '2' }
  await act('POST', `/api/participation/${place.id}/costumeType`, body)
  const { entries, names } = await read(`?entity=member&entityId=${place.memberId}`)
  expect(entries[0].lines[0].changes).toMatchObject({ costumeTypeId: [place.typeId, otherType] })
  expect(names.costumeType).toEqual({ [place.typeId]: 'Typ 1', [otherType]: 'Hexe' })
})

async function aPlace(number = '1') {
  const { id: typeId } = await aCostumeType(`Typ ${number}`)
  const { id: costumeId } = await aCostume(typeId, number)
  const { id: memberId } = await aMember({ lastName: `Gruber ${number}` })
  const { id: paradeId } = await aParade()
  const body = { memberId, costumeId }
  const { answer, requestId } = await act('POST', `/api/parade/${paradeId}/participation`, body)
  return { id: answer.id as number, requestId, paradeId, memberId, costumeId, typeId, number }
}

describe('undo in the history', () => {
  test("The answer to an undo contains the undo's own history entry, which cannot be undone", async () => {
    const { id } = await aMember({ phone: '1' })
    const { requestId } = await act('PUT', `/api/member/${id}`, { phone: '2', firstName: 'Ida' })
    const response = await undo(requestId)
    const own = response.headers.get('X-Request-Id')
    const { entries } = await json(response)
    expect(entries).toEqual([
      {
        requestId: own,
        at: '2027-01-16T12:00:00.000Z',
        via: 'staff',
        by: { id: user.id, firstName: 'Sabine', lastName: 'Kächele' },
        act: 'POST /api/history/:requestId/undo',
        lines: [
          {
            entity: 'member',
            entityId: id,
            op: 'update',
            changes: { phone: ['2', '1'], firstName: ['Ida', 'Annegret'] },
          },
        ],
        undo: 'never',
      },
    ])
    const [member] = await rows('SELECT * FROM members')
    expect(member).toMatchObject({
      phone: '1',
      first_name_key: 'annegret',
      version: expect.any(Number),
    })
    expect(await stateOf(requestId)).toBe('undone')
    expect(await codeOf(await undo(requestId))).toBe('ChangedSince')
    expect(await codeOf(await undo(own ?? ''))).toBe('NotUndoable')
    expect(await codeOf(await undo('nobody-knows'))).toBe('NotFound')
  })

  test('Two changes of one row can be undone only newest first (ChangedSince)', async () => {
    const { id } = await aMember({ phone: '1' })
    const older = await act('PUT', `/api/member/${id}`, { phone: '2' })
    const newer = await act('PUT', `/api/member/${id}`, { comment: 'neu' })
    expect(await stateOf(older.requestId)).toBe('changedSince')
    expect(await codeOf(await undo(older.requestId))).toBe('ChangedSince')
    expect(await rows('SELECT phone, comment FROM members')).toEqual([
      { phone: '2', comment: 'neu' },
    ])
    expect(await codeOf(await undo(newer.requestId))).toBe('ok')
    expect(await stateOf(older.requestId)).toBe('possible')
    expect(await codeOf(await undo(older.requestId))).toBe('ok')
    expect(await rows('SELECT phone, comment FROM members')).toEqual([{ phone: '1', comment: '' }])
  })

  test('Of three simultaneous undos of one change one succeeds and two are rejected (ChangedSince)', async () => {
    const { id } = await aMember({ phone: '1' })
    const { requestId } = await act('PUT', `/api/member/${id}`, { phone: '2' })
    const codes = await Promise.all([undo(requestId), undo(requestId), undo(requestId)])
    expect((await Promise.all(codes.map(codeOf))).sort()).toEqual([
      'ChangedSince',
      'ChangedSince',
      'ok',
    ])
    expect(await rows('SELECT phone FROM members')).toEqual([{ phone: '1' }])
    expect(await rows('SELECT via FROM audit_context')).toEqual([{ via: null }])
  })

  test('A change can be undone up to thirty days later, but not a second after that (NotUndoable)', async () => {
    const { id } = await aMember({ phone: '1' })
    const { requestId } = await act('PUT', `/api/member/${id}`, { phone: '2' })
    const later = (instant: string) => {
      setClock(instant)
      return rows(`SELECT 1`)
    }
    await later('2027-02-15T12:00:01Z')
    const fresh = await signedIn('management', 'helper')
    const response = await call('POST', `/api/history/${requestId}/undo`, undefined, fresh)
    expect(await codeOf(response)).toBe('NotUndoable')
    await later('2027-02-15T12:00:00Z')
    const inTime = await call('POST', `/api/history/${requestId}/undo`, undefined, fresh)
    expect(await codeOf(inTime)).toBe('ok')
  })

  test('Undoing the deletion of a member restores the member with number, time spans and planned exit', async () => {
    const { id } = await aMember({ memberNumber: 7, maidenName: 'Süß' })
    const spans = [
      { from: '2010-01-01', to: '2011-12-31' },
      { from: '2015-01-01', to: null },
    ]
    await act('PUT', `/api/member/${id}`, { membershipActiveTimespan: spans })
    await act('POST', `/api/member/${id}/leave`, { state: 'Left', date: '2027-05-01' })
    // The version counts every save.
    const everything = async () => [
      (await rows('SELECT * FROM members')).map(({ version: _, ...row }) => row),
      await rows('SELECT * FROM member_timespans'),
      await rows('SELECT * FROM member_exits'),
    ]
    const before = await everything()
    const { requestId } = await act('DELETE', `/api/member/${id}`)
    expect(await everything()).toEqual([[], [], []])
    expect(await codeOf(await undo(requestId))).toBe('ok')
    expect(await everything()).toEqual(before)
  })

  test('An undo is rejected if other rows refer to the row to be deleted, or if the number to be restored is taken (ChangedSince)', async () => {
    const member = await act('POST', '/api/member', { firstName: 'Ida', lastName: 'Abt' })
    const honor = { type: 'Parades_25', date: '2027-01-01' }
    await act('POST', `/api/member/${member.answer.id}/honors`, honor)
    expect(await codeOf(await undo(member.requestId))).toBe('ChangedSince')

    const { id: typeId } = await aCostumeType()
    const days = { dateEnrolmentStart: '2026-11-11', dateEnrolmentEnd: '2027-01-20' }
    const parade = await act('POST', '/api/parade', {
      title: 'Nachtumzug',
      host: 'Zunft',
      date: '2027-01-24',
      ...days,
    })
    const place = { paradeId: parade.answer.id, costumeTypeId: typeId, costumeNumber: '7' }
    expect((await call('POST', '/api/parades/enrol', anEnrolment([place]))).status).toBe(200)
    expect(await stateOf(parade.requestId)).toBe('changedSince')
    expect(await codeOf(await undo(parade.requestId))).toBe('ChangedSince')

    const costume = await act('POST', '/api/costume', { number: '1', costumeTypeId: typeId })
    const gone = await act('DELETE', `/api/costume/${costume.answer.id}`)
    await act('POST', '/api/costume', { number: '1', costumeTypeId: typeId })
    expect(await codeOf(await undo(gone.requestId))).toBe('ChangedSince')

    const first = await aMember({ memberNumber: 7 })
    const number = await act('PUT', `/api/member/${first.id}`, { memberNumber: 8 })
    await aMember({ memberNumber: 7, lastName: 'Zweite' })
    expect(await codeOf(await undo(number.requestId))).toBe('ChangedSince')
  })

  test("Deleting a member also deletes the member's planned honors of an assembly; undoing the deletion restores them", async () => {
    const member = await act('POST', '/api/member', { firstName: 'Ida', lastName: 'Abt' })
    const { id } = member.answer
    await rows(`INSERT INTO assembly_honors (date, member_id, type, attendance, ordered_on, note)
      VALUES ('2027-11-11', ${id}, 'Parades_25', 'present', '2027-01-10', 'Stuhl')`)
    const before = await rows('SELECT * FROM assembly_honors')
    const { requestId } = await act('DELETE', `/api/member/${id}`)
    expect(await rows('SELECT * FROM assembly_honors')).toEqual([])
    expect(await codeOf(await undo(requestId))).toBe('ok')
    expect(await rows('SELECT * FROM assembly_honors')).toEqual(before)
  })

  test('Undoing the deletion of an honor also restores its link to the assembly at which it was given', async () => {
    const { id } = await aMember()
    const path = `/api/member/${id}/honors`
    const { answer } = await act('POST', path, { type: 'Parades_25', date: '2026-11-11' })
    await rows(`INSERT INTO assembly_honors (date, member_id, type, handed_over_on, act, honor_id) VALUES
      ('2026-11-11', ${id}, 'Parades_25', '2026-11-11', 'act', ${answer.id}),
      ('2025-11-11', ${id}, 'Parades_25', NULL, NULL, NULL)`)
    const before = await rows('SELECT * FROM assembly_honors')
    const { requestId } = await act('DELETE', `${path}/${answer.id}`)
    expect(await rows('SELECT honor_id, act FROM assembly_honors ORDER BY id')).toEqual([
      { honor_id: null, act: 'act' },
      { honor_id: null, act: null },
    ])
    expect(await codeOf(await undo(requestId))).toBe('ok')
    expect(await rows('SELECT * FROM assembly_honors')).toEqual(before)
  })

  test('Rejects deleting a member who was honored at an assembly (409 MemberInUse)', async () => {
    const { id } = await aMember()
    const honor = { type: 'Parades_25', date: '2026-11-11' }
    const { answer } = await act('POST', `/api/member/${id}/honors`, honor)
    await rows(`INSERT INTO assembly_honors (date, member_id, type, act, honor_id)
      VALUES ('2026-11-11', ${id}, 'Parades_25', 'act', ${answer.id})`)
    const before = await rows('SELECT * FROM assembly_honors')
    const refused = await call('DELETE', `/api/member/${id}`, undefined, { token })
    expect([refused.status, await codeOf(refused)]).toEqual([409, 'MemberInUse'])
    expect(await rows('SELECT * FROM assembly_honors')).toEqual(before)
  })

  test('The deletion of an office cannot be undone while another office overlaps it (ChangedSince)', async () => {
    const { id } = await aMember()
    const path = `/api/member/${id}/duties`
    const one = { duty: 'Kassier', from: '2010-01-01', to: '2012-12-31' }
    const { answer } = await act('POST', path, one)
    const removed = await act('DELETE', `${path}/${answer.id}`)
    const other = await act('POST', path, { ...one, from: '2012-01-01', to: null })
    expect(await codeOf(await undo(removed.requestId))).toBe('ChangedSince')
    await act('DELETE', `${path}/${other.answer.id}`)
    expect(await codeOf(await undo(removed.requestId))).toBe('ok')
  })

  test('The removal of a participation can be undone unless the person or the costume has been enrolled again', async () => {
    const place = await aPlace()
    const off = await act('DELETE', `/api/paradeParticipation/${place.id}`)
    const again = { memberId: place.memberId, costumeId: place.costumeId }
    const second = await act('POST', `/api/parade/${place.paradeId}/participation`, again)
    expect(await codeOf(await undo(off.requestId))).toBe('PersonAlreadyEnrolled')
    await act('DELETE', `/api/paradeParticipation/${second.answer.id}`)
    const { id: otherId } = await aMember({ firstName: 'Lena' })
    const path = `/api/parade/${place.paradeId}/participation`
    const third = await act('POST', path, { memberId: otherId, costumeId: place.costumeId })
    expect(await codeOf(await undo(off.requestId))).toBe('CostumeAlreadyEnrolled')
    expect(await codeOf(await undo(third.requestId))).toBe('ok')
    expect(await codeOf(await undo(off.requestId))).toBe('ok')
    const [row] = await rows(`SELECT * FROM participations WHERE id = ${place.id}`)
    expect(row).toMatchObject({ state: 'booked', cancelled_at: null, cancelled_by: null })
  })

  test('The removal of a participation cannot be undone once the parade is cancelled (ParadeCancelled)', async () => {
    const place = await aPlace()
    const off = await act('DELETE', `/api/paradeParticipation/${place.id}`)
    await act('POST', `/api/parade/${place.paradeId}/cancel`, { reason: 'Sturm' })
    expect(await codeOf(await undo(off.requestId))).toBe('ParadeCancelled')
  })

  test('Entering a participation cannot be undone while it is confirmed or paid (ChangedSince)', async () => {
    const place = await aPlace()
    const tick = `/api/parade/${place.paradeId}/participation/${place.id}`
    await act('POST', `${tick}/confirm`)
    expect(await codeOf(await undo(place.requestId))).toBe('ChangedSince')
    await act('POST', `${tick}/unconfirm`)
    await act('POST', `/api/participation/${place.id}/paid`, { paid: true })
    expect(await codeOf(await undo(place.requestId))).toBe('ChangedSince')
    await act('POST', `/api/participation/${place.id}/paid`, { paid: false })
    expect(await codeOf(await undo(place.requestId))).toBe('ok')
    expect(await rows('SELECT * FROM participations')).toEqual([])
  })

  test("The correction of a participant's costume can be undone unless another person is enrolled in the former costume (CostumeAlreadyEnrolled)", async () => {
    const place = await aPlace()
    const body = { newCostumeTypeId: place.typeId, newCostumeNumber: '2' }
    const corrected = await act('POST', `/api/participation/${place.id}/costumeType`, body)
    const { id: otherId } = await aMember({ firstName: 'Lena' })
    const path = `/api/parade/${place.paradeId}/participation`
    const other = await act('POST', path, { memberId: otherId, costumeId: place.costumeId })
    expect(await codeOf(await undo(corrected.requestId))).toBe('CostumeAlreadyEnrolled')
    await act('DELETE', `/api/paradeParticipation/${other.answer.id}`)
    expect(await codeOf(await undo(corrected.requestId))).toBe('ok')
    expect(
      await rows(`SELECT costume_number, costume_number_key, costume_id FROM participations
      WHERE id = ${place.id}`),
    ).toEqual([{ costume_number: '1', costume_number_key: '1', costume_id: place.costumeId }])
  })

  test('Undoing an internal enrolment removes all its places', async () => {
    const { id: typeId } = await aCostumeType()
    const first = await aParade()
    const second = await aParade({ title: 'Zweiter' })
    const places = [first, second].map(({ id }, index) => ({
      paradeId: id,
      costumeTypeId: typeId,
      costumeNumber: String(index),
    }))
    const body = { firstName: 'Ida', lastName: 'Abt', parades: places }
    const { requestId } = await act('POST', '/api/parades/internal-enrol', body)
    expect((await read()).entries[0].lines).toHaveLength(2)
    expect(await codeOf(await undo(requestId))).toBe('ok')
    expect(await rows('SELECT * FROM participations')).toEqual([])
  })

  test('A change of owner, a cancelled parade and an exit cannot be undone in the history (NotUndoable), since they have undo routes of their own', async () => {
    const place = await aPlace()
    const owner = { newMemberId: place.memberId }
    const requests = [
      await act('POST', `/api/costume/${place.costumeId}/owner`, owner),
      await act('POST', `/api/parade/${place.paradeId}/cancel`, {}),
      await act('POST', `/api/parade/${place.paradeId}/reinstate`),
      await act('POST', `/api/member/${place.memberId}/leave`, {
        state: 'Left',
        date: '2027-05-01',
      }),
      await act('DELETE', `/api/member/${place.memberId}/leave`),
    ]
    const states = await Promise.all(requests.map(({ requestId }) => stateOf(requestId)))
    // The exit was taken back at the member.
    expect(states).toEqual(['never', 'never', 'never', 'undone', 'never'])
    for (const { requestId } of requests) {
      expect(await codeOf(await undo(requestId))).toBe('NotUndoable')
    }
  })

  test('The history shows an exit that was taken back at the member as undone', async () => {
    const { id } = await aMember()
    const left = await act('POST', `/api/member/${id}/leave`, { state: 'Left', date: '2027-01-17' })
    expect(await stateOf(left.requestId)).toBe('never')
    const back = await act('DELETE', `/api/member/${id}/leave`)
    expect(await stateOf(left.requestId)).toBe('undone')
    expect(await stateOf(back.requestId)).toBe('never')
    await act('POST', `/api/member/${id}/leave`, { state: 'Left', date: '2027-02-17' })
    expect(await stateOf(left.requestId)).toBe('undone')
  })

  test('Returning cash and matching a person cannot be undone in the history (NotUndoable)', async () => {
    const { id: typeId } = await aCostumeType()
    const { id: paradeId } = await aParade()
    const { id: memberId } = await aMember()
    const guest = { firstName: 'Gast', lastName: 'Huber', birthday: '1990-01-01' }
    const entered = await act('POST', `/api/parade/${paradeId}/participation/atParade`, {
      ...guest,
      costumeNumber: '1',
      selectedCostumeTypeId: typeId,
    })
    const { id } = entered.answer
    const matched = await act('POST', `/api/participation/${id}/member`, { memberId })
    const created = await act('POST', `/api/participation/${id}/member`, { memberId: null })
    await act('POST', `/api/participation/${id}/paid`, { paid: true })
    await act('POST', `/api/parade/${paradeId}/cancel`, {})
    const cash = await act('POST', `/api/participation/${id}/cashReturned`, { returned: true })
    for (const { requestId } of [matched, created, cash]) {
      expect(await codeOf(await undo(requestId))).toBe('NotUndoable')
    }
  })

  test('Removing a place that was enrolled online cannot be undone in the history (NotUndoable)', async () => {
    const { id: typeId } = await aCostumeType()
    const { id: paradeId } = await aParade({ priceForAdultsInCent: 0, priceForChildrenInCent: 0 })
    const place = { paradeId, costumeTypeId: typeId, costumeNumber: '7' }
    expect((await call('POST', '/api/parades/enrol', anEnrolment([place]))).status).toBe(200)
    const off = await act('DELETE', '/api/paradeParticipation/1')
    expect(await stateOf(off.requestId)).toBe('never')
    expect(await codeOf(await undo(off.requestId))).toBe('NotUndoable')
  })

  test('Undoing a change of the settings restores settings, fee rules and honor rules', async () => {
    const tables = ['guild_settings', 'fee_rules', 'honor_rules', 'honor_rule_duties']
    const picture = () =>
      Promise.all(tables.map((table) => rows(`SELECT * FROM ${table} ORDER BY 1, 2`)))
    const withoutVersion = async () =>
      (await picture()).map((list) => list.map(({ version: _, ...row }) => row))
    const before = await withoutVersion()
    const { requestId } = await act('PUT', '/api/guild/settings', {
      name: 'Narrenzunft',
      selfCancel: 'refund',
      feeRules: [
        { validFrom: 2000, state: 'Active', ageFrom: 18, ageTo: null, amountInCent: 2500 },
        { validFrom: 2000, state: 'Active', ageFrom: 0, ageTo: 17, amountInCent: 0 },
      ],
      honorRules: [
        {
          type: 'Ehrennarr_20',
          basis: 'dutyYears',
          threshold: 21,
          label: 'Ehrennarr',
          duties: ['Kassier'],
        },
      ],
    })
    // Unchanged rows are not in the entry.
    const [entry] = (await read()).entries
    const fees = entry.lines.filter(({ entity }: { entity: string }) => entity === 'feeRule')
    expect(fees).toHaveLength(4)
    expect(await codeOf(await undo(requestId))).toBe('ok')
    expect(await withoutVersion()).toEqual(before)
  })

  test('Switching "Verwaltung nur mit Passkey" on can be undone in the history, switching it off cannot (NotUndoable)', async () => {
    const save = (passkeysRequired: boolean) =>
      act('PUT', '/api/guild/settings', { passkeysRequired })
    await rows('UPDATE guild_settings SET passkeys_required = 1 RETURNING id')
    const off = await save(false)
    expect(await stateOf(off.requestId)).toBe('never')
    expect(await codeOf(await undo(off.requestId))).toBe('NotUndoable')
    await rows(`INSERT INTO passkeys (user_id, credential_id, public_key, created_at)
      VALUES (${user.id}, 'a', 'b', '2027-01-01T00:00:00.000Z') RETURNING id`)
    configure({ ENVIRONMENT: 'preview' })
    const on = await save(true)
    configure({ ENVIRONMENT: 'local' })
    expect(await codeOf(await undo(on.requestId))).toBe('ok')
    const stored =
      'SELECT passkeys_required AS n, passkeys_required_from AS day FROM guild_settings'
    expect(await rows(stored)).toEqual([{ n: 0, day: null }])
  })

  test('After an exit is planned, an earlier change of the leaving date cannot be undone (ChangedSince), but one of the phone number can', async () => {
    const { id } = await aMember()
    const left = await act('PUT', `/api/member/${id}`, { dateLeft: '2027-03-01' })
    const phone = await act('PUT', `/api/member/${id}`, { phone: '1' })
    await act('POST', `/api/member/${id}/leave`, { state: 'Left', date: '2027-03-01' })
    expect(await codeOf(await undo(phone.requestId))).toBe('ok')
    expect(await stateOf(left.requestId)).toBe('changedSince')
    expect(await codeOf(await undo(left.requestId))).toBe('ChangedSince')
    setClock('2027-03-02T12:00:00Z')
    await runCron()
    expect(await rows('SELECT membership_state AS state FROM members')).toEqual([{ state: 'Left' }])
  })

  test('Helpers and readonly users may not undo changes in the history (403)', async () => {
    const { id } = await aMember({ phone: '1' })
    const { requestId } = await act('PUT', `/api/member/${id}`, { phone: '2' })
    for (const role of ['readonly', 'helper'] as const) {
      const other = await signedIn(role)
      const response = await call('POST', `/api/history/${requestId}/undo`, undefined, other)
      expect(await codeOf(response)).toBe('Forbidden')
    }
  })

  test('A history entry whose old and new values have been deleted cannot be undone (NotUndoable)', async () => {
    const { id } = await aMember({ phone: '1' })
    const { requestId } = await act('PUT', `/api/member/${id}`, { phone: '2' })
    await env.DB.exec(`UPDATE audit_entries SET changes = NULL WHERE member_id = ${id}`)
    const [entry] = (await read()).entries
    expect(entry).toMatchObject({ undo: 'never', lines: [{ changes: null }] })
    expect(await codeOf(await undo(requestId))).toBe('NotUndoable')
  })
})

test('Any text that a user entered is shown unchanged in the history, and entering it can be undone', async () => {
  const { id } = await aMember()
  for (const comment of ['a\nb', 'a\\nb', '"\\"', 'ä€😀', "'; --", '{"a":1}', '[1]', '\t']) {
    const { requestId } = await act('PUT', `/api/member/${id}`, { comment })
    const [entry] = (await read()).entries
    expect(entry.lines[0].changes).toEqual({ comment: ['', comment] })
    expect((await undo(requestId)).status).toBe(200)
    expect(await rows('SELECT comment FROM members')).toEqual([{ comment: '' }])
  }
})
