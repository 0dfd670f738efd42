import { sql } from 'drizzle-orm'
import { openDb } from '#worker/db/db.ts'
import { singleRow } from '#worker/db/statements.ts'
import { berlinDay } from '#worker/domain/dates.ts'
import { assemblyDay } from '#worker/domain/honors.ts'
import type { Env } from '#worker/env.ts'
import { memberListJson } from '#worker/members/member-list.queries.ts'
import { everyStatistic } from '#worker/statistics/prepare.ts'
import { keepPrepared, preparedOrFresh } from '#worker/statistics/prepared.ts'
import { countingDatabase } from './counting-database.ts'

/** The columns and order of `memberListJson`, as a plain route would return them. */
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
    const { pathname } = new URL(request.url)
    const [room, name, way] = pathname.slice(1).split('/')
    if (room === 'statistics') return answerStatistics(env, name, way)
    const db = openDb(env.DB)
    if (room === 'same-select') {
      return new Response((await memberListJson(db, [], true)).list, { headers })
    }
    // A check-in tick without rules, history and authorisation.
    if (room === 'tick') {
      const tick = env.DB.prepare(
        'UPDATE participations SET participation_confirmed = ? WHERE id = ? RETURNING id',
      )
      return Response.json((await tick.bind(Number(way), Number(name)).run()).results)
    }
    if (room === 'plain-rows') return Response.json(await db.all(plainRows))
    return new Response(null, { status: 404 })
  },
}

/** `/statistics` lists the names; `/statistics/{name}/bare|fresh|prepared` answers one. */
async function answerStatistics(
  env: Pick<Env, 'DB'>,
  name?: string,
  way?: string,
): Promise<Response> {
  const { db: counting, cost } = countingDatabase(env.DB)
  const db = openDb(counting)
  const now = new Date()
  const today = berlinDay(now)
  const all = everyStatistic(today, assemblyDay(null, today))
  if (!name) return Response.json(all.map((one) => one.name))
  const one = all.find((statistic) => statistic.name === name)
  if (!one) return new Response(null, { status: 404 })

  const answer = (body: string) =>
    new Response(body, { headers: { ...headers, 'X-Cost': JSON.stringify(cost) } })
  if (way === 'bare') {
    const [first, ...others] = one.statements(db, singleRow)
    return answer(JSON.stringify(first ? await db.batch([first, ...others]) : []))
  }
  if (way === 'fresh') await env.DB.prepare('DELETE FROM prepared_statistics').run()
  const context = { db, now, today }
  const { body, dataVersion } = await preparedOrFresh(context, one)
  if (way === 'prepared') await keepPrepared(context, one.name, body, dataVersion)
  return answer(body)
}
