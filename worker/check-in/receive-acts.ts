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
  deferredResult,
  doRowAct,
  type RoledActor,
  selectJudged,
  toResult,
} from './acts.queries.ts'
import type { Act, ActResult, ActsBody, RowAct } from './check-in.contract.ts'
import { selectRowOfAct, toRow } from './check-in.queries.ts'
import { enterFromDevice } from './enter.ts'

/** The user of the device, and their rights. */
type Reporter = RoledActor & {
  /** Whether the user sees a parade on any day, not only on the days around it. */
  seesAnyDay: boolean
  audit: Audit
  logDeferred: (error: unknown) => void
}

/**
 * Processes the acts of a device one by one, each in its own commit, so that one does not affect the others.
 * When the database is busy, the remaining acts are deferred.
 */
export async function receiveActs(
  deps: Deps,
  { device, acts }: ActsBody,
  { audit, logDeferred, seesAnyDay, ...actor }: Reporter,
): Promise<ActResult[]> {
  const days = await readDays(deps.db, acts)
  const today = berlinDay(deps.now)
  const results: ActResult[] = []
  for (const act of acts) {
    // A request id per act, so that each can be undone separately.
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
      logDeferred(error)
      results.push(deferredResult(act))
      break
    }
  }
  return results
}

/** The result without personal data, for a parade that the helper may not see (any more). */
function withoutName(result: ActResult): ActResult {
  const row = result.outcome === 'refused' ? null : result.row
  return { ...result, row: row && { ...row, memberName: '', code: '', minor: null } }
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
  if (!judged) throw new Error('the act was not stored')
  return toResult(judged, row ? toRow(row, actor.userId) : null)
}

/** The days of the given parades; unknown ones are left out. */
async function readDays(db: Db, acts: readonly Act[]): Promise<Map<number, Day>> {
  const ids = [...new Set(acts.map(({ paradeId }) => paradeId))]
  const rows = await db
    .select({ id: parades.id, date: parades.date })
    .from(parades)
    .where(inArray(parades.id, ids))
  return new Map(rows.map(({ id, date }) => [id, date]))
}
