import { management } from '#scripts/demo/users.ts'
import { call, db, json, rows, tokenOf } from '#tests/support/api.ts'
import { aMember } from '#tests/support/builders.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { memberTimespans } from '#worker/db/schema.ts'
import { largest } from './largest.ts'
import type { Visits } from './visit.ts'

/** A member with much data, and a duplicate with a little. */
async function two(): Promise<{ kept: number; gone: number }> {
  const gone = await largest('participations', 'member_id')
  const [found] = await rows<{ id: number }>(
    `SELECT id FROM members WHERE id <> ${gone} AND membership_state = 'Active' AND id NOT IN (
      SELECT p.member_id FROM participations p JOIN participations o ON o.parade_id = p.parade_id
      WHERE o.member_id = ${gone} AND p.member_id IS NOT NULL AND p.state IN ('reserved', 'booked')
        AND (p.state = 'reserved' OR o.state = 'reserved' OR p.order_id IS NOT NULL))
      AND id NOT IN (SELECT c.member_id FROM fee_claims c JOIN fee_claims o ON o.year = c.year
        WHERE o.member_id = ${gone})
      ORDER BY id LIMIT 1`,
  )
  return { kept: found?.id ?? (await aMember()).id, gone: Number(gone) }
}

async function merged(): Promise<number> {
  const { id: kept } = await aMember()
  const { id: gone } = await aMember({ birthday: null })
  await commit(db(), [write.insert(memberTimespans).values({ memberId: gone, from: '2010-01-01' })])
  const token = await tokenOf(management.id)
  const answer = await json(call('POST', `/api/member/${kept}/merge`, { goneId: gone }, { token }))
  return answer.mergeId
}

/** Merging two records of one person. */
export const merges: Visits = {
  'GET /api/members/duplicates': async () => {
    await aMember()
    await aMember({ birthday: null })
    return { path: '/api/members/duplicates' }
  },
  'POST /api/members/duplicates/dismissed': async () => ({
    path: '/api/members/duplicates/dismissed',
    body: { memberId: (await aMember()).id, otherId: (await aMember()).id },
    status: 204,
  }),
  'DELETE /api/members/duplicates/dismissed/:a/:b': async () => ({
    path: `/api/members/duplicates/dismissed/${(await aMember()).id}/${(await aMember()).id}`,
    status: 204,
  }),
  'GET /api/member/:id/merge': async () => {
    const { kept, gone } = await two()
    return { path: `/api/member/${kept}/merge?gone=${gone}` }
  },
  'POST /api/member/:id/merge': async () => {
    const { kept, gone } = await two()
    return { path: `/api/member/${kept}/merge`, body: { goneId: gone } }
  },
  'POST /api/members/merges/:id/undo': async () => ({
    path: `/api/members/merges/${await merged()}/undo`,
  }),
}
