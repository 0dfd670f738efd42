import { management } from '#scripts/demo/users.ts'
import { db, rows } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { anEnrolment } from '#tests/support/enrolment.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { matchActs, paradeDrafts, participations } from '#worker/db/schema.ts'
import { normaliseName } from '#worker/domain/names.ts'
import { largest } from './largest.ts'
import type { Visits } from './visit.ts'

const typeId = 1

const ofFullestParade = async (end = '') => ({
  path: `/api/parade/${await largest('participations', 'parade_id')}${end}`,
})

let made = 0

/** An unmatched participation, by default in a new parade. */
export async function aPlace(inParade?: number) {
  made += 1
  const paradeId = inParade ?? (await aParade()).id
  const name = { firstName: 'Wendelin', lastName: `Gast ${made}` }
  const key = `p:${normaliseName(name.firstName)}|${normaliseName(name.lastName)}|1990-02-01`
  const [[row]] = await commit(db(), [
    write
      .insert(participations)
      .values({
        ...name,
        paradeId,
        door: 'internal',
        state: 'booked',
        birthday: '1990-02-01',
        personKey: key,
        givenKey: key,
        costumeTypeId: typeId,
        costumeNumber: `118 ${made}`,
        costumeNumberKey: `118${made}`,
        ageClass: 'Adult',
        priceInCent: 800,
        createdAt: '2027-01-16T12:00:00.000Z',
      })
      .returning(),
  ])
  return { id: row?.id ?? 0, paradeId }
}

/** Forty participations, each of another member. */
async function manyMatches() {
  const matches = []
  const { id: paradeId } = await aParade()
  for (let count = 0; count < 40; count += 1) {
    matches.push({ id: (await aPlace(paradeId)).id, memberId: (await aMember()).id })
  }
  return matches
}

async function aDraft(): Promise<number> {
  const [[draft]] = await commit(db(), [
    write
      .insert(paradeDrafts)
      .values({
        sourceId: (await aParade()).id,
        season: 2027,
        fields: '{}',
        createdAt: '2027-01-16T12:00:00.000Z',
        createdBy: management.id,
      })
      .returning(),
  ])
  return draft?.id ?? 0
}

/** Matches forty participations at once. */
async function anAct(): Promise<number> {
  const at = '2027-01-16T12:00:00.000Z'
  const [[act]] = await commit(db(), [
    write.insert(matchActs).values({ at, by: management.id }).returning(),
  ])
  for (const { id, memberId } of await manyMatches()) {
    await rows(`UPDATE participations SET member_id = ${memberId}, person_key = 'm:${memberId}',
      match_act_id = ${act?.id} WHERE id = ${id}`)
  }
  return act?.id ?? 0
}

export const aPersonAtTheDoor = {
  firstName: 'Kilian',
  lastName: 'Spät',
  birthday: '1988-07-07',
  costumeNumber: '4711',
  selectedCostumeTypeId: typeId,
}

/** The form with three parades, open today. */
async function threeParades() {
  const paradeIds = []
  for (const day of ['24', '30', '31']) {
    paradeIds.push((await aParade({ date: `2027-01-${day}` })).id)
  }
  return paradeIds.map((paradeId) => ({ paradeId, costumeTypeId: typeId, costumeNumber: '4711' }))
}

/** The form without JavaScript, at its last step: each of `aParade` costs 8,00 €. */
function sentForm(parades: Awaited<ReturnType<typeof threeParades>>): string {
  const { firstName, lastName, emailAddress } = anEnrolment([])
  const form = new URLSearchParams({ firstName, lastName, emailAddress, step: 'book' })
  for (const { paradeId, costumeTypeId, costumeNumber } of parades) {
    form.append('parade', String(paradeId))
    form.append(`costumeNumber-${paradeId}`, costumeNumber)
    form.append(`costumeTypeId-${paradeId}`, String(costumeTypeId))
  }
  form.append('expectedTotalInCent', String(3 * 800))
  return form.toString()
}

/** Parades, enrolment, check-in and data correction. */
export const walks: Visits = {
  'GET /api/parade/year/:year': () => ({ path: '/api/parade/year/2026' }),
  'GET /api/parade/number': () => ({ path: '/api/parade/number' }),
  'GET /api/parade/hosts': () => ({ path: '/api/parade/hosts' }),
  'GET /api/parade/titles': () => ({ path: '/api/parade/titles' }),
  'GET /api/parades/hosts': () => ({ path: '/api/parades/hosts?search=moosried' }),
  'GET /api/parade/today': () => ({ path: '/api/parade/today' }),
  'GET /api/parade/drafts': () => ({ path: '/api/parade/drafts' }),
  'POST /api/parades/enrolment-window': async () => ({
    path: '/api/parades/enrolment-window',
    body: {
      ids: [(await aParade()).id, (await aParade()).id],
      from: { date: '2027-01-15', time: '20:00' },
      until: { date: '2027-01-20', time: null },
    },
  }),
  'POST /api/parades/change': async () => ({
    path: '/api/parades/change',
    body: {
      ids: [(await aParade()).id, (await aParade()).id],
      priceForAdultsInCent: 700,
      departures: [{ time: '11:30', place: 'Schulhof' }],
    },
  }),
  'GET /api/enrolment/clock': () => ({ path: '/api/enrolment/clock' }),
  'POST /api/parade/drafts': () => ({ path: '/api/parade/drafts', body: {} }),
  'DELETE /api/parade/drafts/:id': async () => ({
    path: `/api/parade/drafts/${await aDraft()}`,
    status: 204,
  }),
  'POST /api/parade': () => ({
    path: '/api/parade',
    body: {
      title: 'Ringtreffen',
      host: 'Butzenzunft Moosried',
      date: '2027-02-06',
      dateEnrolmentStart: '2026-11-11',
      dateEnrolmentEnd: '2027-02-01',
    },
    status: 201,
  }),
  'GET /api/parade/:id': () => ofFullestParade(),
  'PUT /api/parade/:id': async () => ({
    path: `/api/parade/${(await aParade()).id}`,
    body: { comment: 'Aufstellplatz C 14.', before: { comment: '' } },
  }),
  'DELETE /api/parade/:id': async () => ({
    path: `/api/parade/${(await aParade()).id}`,
    status: 204,
  }),

  'GET /api/parade/:id/participation': () => ofFullestParade('/participation'),
  'POST /api/parade/:id/participation': async () => ({
    path: `/api/parade/${(await aParade()).id}/participation`,
    body: {
      memberId: (await aMember()).id,
      costumeId: (await aCostume((await aCostumeType('Bär')).id, '1')).id,
    },
    status: 201,
  }),
  'POST /api/parade/:id/participation/atParade': async () => ({
    path: `/api/parade/${(await aParade()).id}/participation/atParade`,
    body: aPersonAtTheDoor,
    status: 201,
  }),
  'POST /api/parade/:id/participation/:participationId/confirm': async () => {
    const { id, paradeId } = await aPlace()
    return { path: `/api/parade/${paradeId}/participation/${id}/confirm` }
  },
  'POST /api/parade/:id/participation/:participationId/unconfirm': async () => {
    const { id, paradeId } = await aPlace()
    await rows(`UPDATE participations SET participation_confirmed = 1 WHERE id = ${id}`)
    return { path: `/api/parade/${paradeId}/participation/${id}/unconfirm` }
  },
  'POST /api/participation/paid': async () => ({
    path: '/api/participation/paid',
    body: { ids: [(await aPlace()).id, (await aPlace()).id], paid: true },
  }),
  'POST /api/participation/cancel': async () => ({
    path: '/api/participation/cancel',
    body: { ids: [(await aPlace()).id, (await aPlace()).id] },
    status: 204,
  }),
  'POST /api/participation/:id/paid': async () => ({
    path: `/api/participation/${(await aPlace()).id}/paid`,
    body: { paid: true },
  }),
  'POST /api/participation/:id/costumeType': async () => ({
    path: `/api/participation/${(await aPlace()).id}/costumeType`,
    body: { newCostumeTypeId: typeId, newCostumeNumber: '119' },
  }),
  'DELETE /api/paradeParticipation/:id': async () => ({
    path: `/api/paradeParticipation/${(await aPlace()).id}`,
    status: 204,
  }),

  'GET /api/enrolment/parades': () => ({ path: '/api/enrolment/parades' }),
  'GET /': () => ({ path: '/', status: 302 }),
  'GET /parade-enrolment': () => ({ path: '/parade-enrolment' }),
  'POST /parade-enrolment': async () => ({
    path: '/parade-enrolment',
    body: sentForm(await threeParades()),
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'cf-connecting-ip': '203.0.113.8',
    },
  }),
  'GET /impressum': () => ({ path: '/impressum' }),
  'GET /datenschutz': () => ({ path: '/datenschutz' }),
  'GET /barrierefreiheit': () => ({ path: '/barrierefreiheit' }),
  'POST /api/parades/enrol': async () => ({
    path: '/api/parades/enrol',
    body: anEnrolment(await threeParades()),
    // Local development has no rate limits.
    headers: { 'cf-connecting-ip': '203.0.113.7' },
  }),
  'POST /api/parades/internal-enrol': async () => ({
    path: '/api/parades/internal-enrol',
    body: {
      firstName: 'Kilian',
      lastName: 'Zelt',
      birthday: '1988-07-07',
      parades: await threeParades(),
    },
  }),

  'GET /api/participation/unmatched': () => ({ path: '/api/participation/unmatched' }),
  'POST /api/participation/:id/member': async () => ({
    path: `/api/participation/${(await aPlace()).id}/member`,
    body: { memberId: (await aMember()).id },
  }),
  'POST /api/participation/:id/guest': async () => ({
    path: `/api/participation/${(await aPlace()).id}/guest`,
    body: { isGuest: true },
  }),
  'POST /api/participation/matches': async () => ({
    path: '/api/participation/matches',
    body: { matches: await manyMatches() },
  }),
  'GET /api/participation/matched': async () => {
    await anAct()
    return { path: '/api/participation/matched' }
  },
  'POST /api/participation/matched/:act/undo': async () => ({
    path: `/api/participation/matched/${await anAct()}/undo`,
  }),
  'POST /api/participation/:id/member/create': async () => ({
    path: `/api/participation/${(await aPlace()).id}/member/create`,
    status: 201,
  }),
}
