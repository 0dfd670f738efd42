import { inArray } from 'drizzle-orm'
import { isTransient } from '#worker/db/causes.ts'
import { commit } from '#worker/db/commit.ts'
import type { Audit } from '#worker/db/connection.ts'
import type { Db } from '#worker/db/db.ts'
import { parades } from '#worker/db/schema.ts'
import { isHelpersDay, plausibleActTime } from '#worker/domain/check-in.ts'
import { berlinDay, type Day } from '#worker/domain/dates.ts'
import type { Deps } from '#worker/orders/deps.ts'
import {
  type ActHead,
  type Actor,
  doRowAct,
  later,
  type RoledActor,
  selectJudged,
  toResult,
} from './acts.queries.ts'
import type { Act, ActResult, ActsBody, RowAct } from './check-in.contract.ts'
import { selectRowOfAct, toRow } from './check-in.queries.ts'
import { enterFromDevice } from './enter.ts'

/** Whose device it is, and who hears of it. */
type Teller = RoledActor & {
  /** Not on the helpers' days alone. */
  seesAnyDay: boolean
  audit: Audit
  tellPutOff: (error: unknown) => void
}

/**
 * What a device tells, act by act, each a transaction of its own: what becomes of one changes nothing
 * for the others. When the database is too busy for one, those behind it wait as well.
 */
export async function receiveActs(
  deps: Deps,
  { device, acts }: ActsBody,
  { audit, tellPutOff, seesAnyDay, ...actor }: Teller,
): Promise<ActResult[]> {
  const days = await readDays(deps.db, acts)
  const today = berlinDay(deps.now)
  const results: ActResult[] = []
  for (const act of acts) {
    // Each can be undone without the others that were told with it.
    audit.requestId = crypto.randomUUID()
    const day = days.get(act.paradeId) ?? null
    const head: ActHead = {
      id: act.id,
      device,
      at: plausibleActTime(act.at, day, deps.now),
      receivedAt: deps.now.toISOString(),
    }
    try {
      const result = await receiveAct(deps, act, head, actor)
      const isShown = seesAnyDay || (day !== null && isHelpersDay(day, today))
      results.push(isShown ? result : withoutName(result))
      if (result.outcome === 'later') break
    } catch (error) {
      if (!isTransient(error)) throw error
      tellPutOff(error)
      results.push(later(act))
      break
    }
  }
  return results
}

/** What became of it, of a parade whose people the helper does not see (any more). */
function withoutName(result: ActResult): ActResult {
  const row = result.outcome === 'refused' ? null : result.row
  return { ...result, row: row && { ...row, memberName: '', code: '' } }
}

function receiveAct(deps: Deps, act: Act, head: ActHead, actor: RoledActor): Promise<ActResult> {
  return act.kind === 'enter'
    ? enterFromDevice(deps, act, head, actor)
    : receiveRowAct(deps.db, act, head, actor)
}

async function receiveRowAct(
  db: Db,
  { kind, paradeId, target }: RowAct,
  head: ActHead,
  actor: Actor,
): Promise<ActResult> {
  const act = { ...head, userId: actor.userId, kind, paradeId, target, isOwnCall: false }
  const [, , [judged], [row]] = await commit(db, [
    ...doRowAct(act),
    selectJudged(db, act.id),
    selectRowOfAct(db, act.id),
  ])
  if (!judged) throw new Error('an act is not written down')
  return toResult(judged, row ? toRow(row, actor.userId) : null)
}

/** The days of the parades that are named; one that is none has no line. */
async function readDays(db: Db, acts: readonly Act[]): Promise<Map<number, Day>> {
  const ids = [...new Set(acts.map(({ paradeId }) => paradeId))]
  const rows = await db
    .select({ id: parades.id, date: parades.date })
    .from(parades)
    .where(inArray(parades.id, ids))
  return new Map(rows.map(({ id, date }) => [id, date]))
}
