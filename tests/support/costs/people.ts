import { expect } from 'vitest'
import { demoPassword, helper, management, readonly } from '#scripts/demo/users.ts'
import { aSession, call, db, json, rows, signedIn, today, tokenOf } from '#tests/support/api.ts'
import { aMember } from '#tests/support/builders.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { dutyEntries, honors, memberTimespans } from '#worker/db/schema.ts'
import { largest } from './largest.ts'
import type { Visits } from './visit.ts'

const ofBusiestMember = async (end = '') => ({
  path: `/api/member/${await largest('participations', 'member_id')}${end}`,
})

async function anHonor(): Promise<string> {
  const { id: memberId } = await aMember()
  const [[row]] = await commit(db(), [
    write.insert(honors).values({ memberId, type: 'Parades_25', date: today }).returning(),
  ])
  return `/api/member/${memberId}/honors/${row?.id}`
}

async function aDuty(): Promise<string> {
  const { id: memberId } = await aMember()
  const [[row]] = await commit(db(), [
    write.insert(dutyEntries).values({ memberId, duty: 'Kassier', from: today }).returning(),
  ])
  return `/api/member/${memberId}/duties/${row?.id}`
}

/** A member who leaves at the end of the year, which ends a span and an office. */
async function aLeaver(): Promise<string> {
  const { id: memberId } = await aMember()
  await commit(db(), [write.insert(memberTimespans).values({ memberId, from: '2010-01-01' })])
  const [[duty]] = await commit(db(), [
    write.insert(dutyEntries).values({ memberId, duty: 'Kassier', from: '2020-01-01' }).returning(),
  ])
  const body = { state: 'Left', date: '2027-12-31', endTimespans: true, dutyIds: [duty?.id] }
  const token = await tokenOf(management.id)
  expect((await call('POST', `/api/member/${memberId}/leave`, body, { token })).status).toBe(200)
  return `/api/member/${memberId}`
}

let madeCodes = 0

/** A new office or honor of the guild's own. @returns its code */
async function anOwnCode(kind: 'offices' | 'honors'): Promise<string> {
  madeCodes += 1
  const token = await tokenOf(management.id)
  const body = { label: `Wart ${madeCodes}` }
  const { code } = await json(call('POST', `/api/guild/${kind}`, body, { token }))
  return code
}

/** Another user, whose tokens a new password may end. */
async function aSecondUser(): Promise<string> {
  const { id, token } = await signedIn('management')
  await rows(`UPDATE users SET password_hash =
    (SELECT password_hash FROM users WHERE id = ${management.id}) WHERE id = ${id}`)
  return token
}

/** An act that can be reverted: a member changed a moment ago. */
async function aChange(): Promise<{ memberId: number; requestId: string | null }> {
  const { id: memberId } = await aMember()
  const token = await tokenOf(management.id)
  const answer = await call('PUT', `/api/member/${memberId}`, { phone: '07524 1' }, { token })
  return { memberId, requestId: answer.headers.get('X-Request-Id') }
}

/** Signing in, the guild's settings, members with their honors and offices. */
export const people: Visits = {
  'GET /api/history': async () => {
    await aChange()
    return { path: '/api/history' }
  },
  'POST /api/history/:requestId/undo': async () => ({
    path: `/api/history/${(await aChange()).requestId}/undo`,
  }),
  'GET /api/v1/health': () => ({ path: '/api/v1/health' }),
  'GET /api/v1/ready': () => ({ path: '/api/v1/ready' }),
  'POST /api/v1/auth/login': () => ({
    path: '/api/v1/auth/login',
    body: { emailAddress: management.emailAddress, password: demoPassword },
  }),
  // Rejected by the insert itself, because the guild already has users.
  'POST /api/v1/setup': () => ({
    path: '/api/v1/setup',
    body: {
      token: 'unknown-token',
      firstName: 'Lena',
      lastName: 'Wäschle',
      emailAddress: 'lena@example.test',
      password: '41 Zwetschgen im Korb!',
    },
    status: 409,
  }),
  'GET /api/v1/auth/me': () => ({ path: '/api/v1/auth/me' }),
  'PUT /api/v1/auth/me': () => ({
    path: '/api/v1/auth/me',
    body: { mailSignature: 'Sabine Kächele\nSchriftführerin' },
  }),
  'PUT /api/v1/auth/password': async () => ({
    path: '/api/v1/auth/password',
    body: { currentPassword: demoPassword, newPassword: '41 Zwetschgen im Korb!' },
    token: await aSecondUser(),
  }),
  'POST /api/v1/auth/logout': async () => ({
    path: '/api/v1/auth/logout',
    status: 204,
    token: await tokenOf(management.id),
  }),
  'POST /api/v1/auth/confirm': async () => ({
    path: '/api/v1/auth/confirm',
    body: { password: demoPassword },
    status: 204,
  }),
  'POST /api/v1/auth/password/forgotten': () => ({
    path: '/api/v1/auth/password/forgotten',
    body: { emailAddress: management.emailAddress },
    status: 202,
  }),
  'POST /api/v1/auth/password/link': async () => {
    const { id } = await signedIn('helper')
    const token = await tokenOf(management.id)
    const { link } = await json(call('POST', `/api/user/${id}/link`, undefined, { token }))
    return {
      path: '/api/v1/auth/password/link',
      body: { token: link.split('zugang=')[1], newPassword: '41 Zwetschgen im Korb!' },
    }
  },
  'GET /api/user': () => ({ path: '/api/user' }),
  'POST /api/user': () => ({
    path: '/api/user',
    body: {
      firstName: 'Lena',
      lastName: 'Wäschle',
      emailAddress: 'lena@example.test',
      roles: ['helper', 'readonly'],
    },
    status: 201,
  }),
  'PUT /api/user/:id': () => ({
    path: `/api/user/${readonly.id}`,
    body: { emailAddress: 'ottmar@example.test', roles: ['helper'], locked: true },
  }),
  'POST /api/user/:id/link': () => ({ path: `/api/user/${helper.id}/link` }),
  'DELETE /api/user/:id/sessions': () => ({ path: `/api/user/${helper.id}/sessions`, status: 204 }),
  'PUT /api/user/:id/waiver': () => ({ path: `/api/user/${helper.id}/waiver`, status: 204 }),
  'DELETE /api/user/:id/waiver': () => ({ path: `/api/user/${helper.id}/waiver`, status: 204 }),
  'POST /api/v1/auth/input': () => ({
    path: '/api/v1/auth/input',
    body: { secondsAgo: 0 },
    status: 204,
  }),
  'GET /api/v1/auth/sessions': () => ({ path: '/api/v1/auth/sessions' }),
  'DELETE /api/v1/auth/sessions': async () => ({
    path: '/api/v1/auth/sessions',
    status: 204,
    token: await tokenOf(management.id),
  }),
  'DELETE /api/v1/auth/sessions/:id': async () => ({
    path: `/api/v1/auth/sessions/${await aSession(management.id)}`,
    status: 204,
  }),

  'GET /api/guild': () => ({ path: '/api/guild' }),
  'GET /api/home': () => ({ path: '/api/home' }),
  'GET /api/search/index': () => ({ path: '/api/search/index' }),
  'PUT /api/guild/setup': () => ({
    path: '/api/guild/setup',
    body: { step: 'honors', skipped: true },
  }),
  'GET /api/guild/legal': () => ({ path: '/api/guild/legal' }),
  'GET /api/guild/offices': () => ({ path: '/api/guild/offices' }),
  'POST /api/guild/offices': () => ({
    path: '/api/guild/offices',
    body: { label: 'Häswart' },
    status: 201,
  }),
  'PUT /api/guild/offices/:code': async () => ({
    path: `/api/guild/offices/${await anOwnCode('offices')}`,
    body: { position: 1 },
  }),
  'DELETE /api/guild/offices/:code': async () => ({
    path: `/api/guild/offices/${await anOwnCode('offices')}`,
    status: 204,
  }),
  'GET /api/guild/honors': () => ({ path: '/api/guild/honors' }),
  'POST /api/guild/honors': () => ({
    path: '/api/guild/honors',
    body: { label: 'Häsnadel' },
    status: 201,
  }),
  'PUT /api/guild/honors/:code': async () => ({
    path: `/api/guild/honors/${await anOwnCode('honors')}`,
    body: { position: 1 },
  }),
  'DELETE /api/guild/honors/:code': async () => ({
    path: `/api/guild/honors/${await anOwnCode('honors')}`,
    status: 204,
  }),
  'GET /api/guild/settings': () => ({ path: '/api/guild/settings' }),
  'PUT /api/guild/settings': () => ({
    path: '/api/guild/settings',
    body: { name: 'Narrenzunft Schellental', before: { name: 'Narrenzunft Schellental' } },
  }),

  'GET /api/member/number': () => ({ path: '/api/member/number' }),
  'GET /api/member': () => ({ path: '/api/member' }),
  'GET /api/members/download': () => ({ path: '/api/members/download' }),
  'POST /api/member': () => ({
    path: '/api/member',
    body: { firstName: 'Ottilie', lastName: 'Neuzugang', birthday: '1990-02-01' },
    status: 201,
  }),
  'GET /api/member/:id': () => ofBusiestMember(),
  'PUT /api/member/:id': async () => ({
    path: `/api/member/${(await aMember()).id}`,
    body: { phone: '07575 1234', before: { phone: '' } },
  }),
  'DELETE /api/member/:id': async () => ({
    path: `/api/member/${(await aMember()).id}`,
    status: 204,
  }),
  'POST /api/member/:id/leave': async () => ({
    path: `/api/member/${(await aMember()).id}/leave`,
    body: { state: 'Left', date: today },
  }),
  'DELETE /api/member/:id/leave': async () => ({ path: `${await aLeaver()}/leave` }),
  'GET /api/member/:id/membershipfee': () => ofBusiestMember('/membershipfee'),
  'GET /api/member/:id/family': () => ofBusiestMember('/family'),
  'GET /api/member/:id/page': () => ofBusiestMember('/page'),
  'GET /api/member/:id/parades': () => ofBusiestMember('/parades'),
  'GET /api/member/:id/costumes': async () => ({
    path: `/api/member/${await largest('costume_ownerships', 'member_id')}/costumes`,
  }),

  'GET /api/member/:id/honors': async () => ({
    path: `/api/member/${await largest('honors', 'member_id')}/honors`,
  }),
  'POST /api/member/:id/honors': async () => ({
    path: `/api/member/${(await aMember()).id}/honors`,
    body: { type: 'Parades_25', date: today },
    status: 201,
  }),
  'POST /api/member/honors': async () => ({
    path: '/api/member/honors',
    body: {
      memberIds: [(await aMember()).id, (await aMember()).id],
      type: 'Parades_25',
      date: today,
    },
    status: 201,
  }),
  'PUT /api/member/:id/honors/:honorId': async () => ({
    path: await anHonor(),
    body: { comment: 'Generalversammlung', before: { comment: '' } },
  }),
  'DELETE /api/member/:id/honors/:honorId': async () => ({ path: await anHonor(), status: 204 }),

  'GET /api/member/:id/duties': async () => ({
    path: `/api/member/${await largest('duty_entries', 'member_id')}/duties`,
  }),
  'POST /api/member/:id/duties': async () => ({
    path: `/api/member/${(await aMember()).id}/duties`,
    body: { duty: 'Kassier', from: today },
    status: 201,
  }),
  'PUT /api/member/:id/duties/:dutyId': async () => ({
    path: await aDuty(),
    body: { comment: 'kommissarisch', before: { comment: '' } },
  }),
  'DELETE /api/member/:id/duties/:dutyId': async () => ({ path: await aDuty(), status: 204 }),
}
