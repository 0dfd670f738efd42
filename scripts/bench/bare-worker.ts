import { sql } from 'drizzle-orm'
import { openDb } from '#worker/db/db.ts'
import type { Env } from '#worker/env.ts'
import { memberListJson } from '#worker/members/member-list.queries.ts'

/** The same columns and order as `memberListJson`, as any bare route would return them. */
const plainRows = sql`
  SELECT id, member_number AS memberNumber, last_name AS lastName, first_name AS firstName,
    maiden_name AS maidenName, birthday, membership_state AS membershipState,
    date_joined AS dateJoined, date_left AS dateLeft, phone, phone_mobile AS phoneMobile,
    e_mail AS eMail, address_street AS addressStreet, address_number AS addressNumber,
    address_plz AS addressPlz, address_town AS addressTown
  FROM members ORDER BY last_name_key, first_name_key, id`

const headers = { 'Content-Type': 'application/json' }

export default {
  async fetch(request: Request, env: Pick<Env, 'DB'>): Promise<Response> {
    const db = openDb(env.DB)
    const { pathname } = new URL(request.url)
    if (pathname === '/same-select') return new Response(await memberListJson(db), { headers })
    if (pathname === '/plain-rows') return Response.json(await db.all(plainRows))
    return new Response(null, { status: 404 })
  },
}
