import { type SQL, sql } from 'drizzle-orm'
import { isForeignKeyViolation, ledgerRefusal, uniqueViolation } from '#worker/db/causes.ts'
import { commit, guard, isGuardRefused } from '#worker/db/commit.ts'
import type { Db } from '#worker/db/db.ts'
import { always, rowsOf } from '#worker/db/statements.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { retention } from '#worker/domain/retention.ts'
import { revertStatements } from '#worker/history/revert.ts'
import { notFound } from '#worker/http/validate.ts'
import {
  closeMerge,
  guardsAsLeft,
  readMerge,
  refundedSince,
  selectMoved,
  untellOrders,
} from './merge.queries.ts'
import { overtaken } from './merge-members.ts'
import type { Merged } from './merges.contract.ts'
import { type Touched, touched } from './touched.ts'

type Context = { db: Db; now: Date; user: { id: number }; requestId: string }

const dayInMs = 24 * 60 * 60 * 1000
const tries = 3

/**
 * Both records as they were, with all that was theirs: what came since stays with the one that stayed.
 * @throws DomainError MergeRefused with what stands in the way; NotUndoable when its time is over
 */
export async function undoMerge(
  { db, now, user, requestId }: Context,
  id: number,
): Promise<Merged> {
  for (let left = tries; left > 0; left -= 1) {
    const found = await readMerge(db, id)
    if (!found) throw notFound()
    const { merge, lines, givenUp } = found
    if (merge.undoneAt !== null) throw notUndoable('Das ist schon zurückgenommen.')
    const until = Date.parse(merge.mergedAt) + retention.journal.count * dayInMs
    if (lines.length === 0 || now.getTime() > until) {
      throw notUndoable(`Das geht nur ${retention.journal.count} Tage lang.`)
    }
    const isPaidBack = refundedSince(givenUp, merge.mergedAt)
    const obstacles = await readObstacles(db, merge, isPaidBack)
    if (obstacles.length > 0) throw inTheWay(obstacles)
    try {
      await commit(db, [
        guard('notPaidBack', sql`NOT ${isPaidBack}`),
        guard(
          'notUndone',
          sql`EXISTS (SELECT 1 FROM member_merges WHERE id = ${id} AND undone_at IS NULL)`,
        ),
        ...guardsAsLeft(id, tables),
        ...revertStatements(lines, now),
        ...untellOrders(givenUp, merge.mergedAt),
        ...closeMerge(merge, { userId: user.id, requestId, now }),
      ])
      return { mergeId: id, keptId: merge.keptId, goneId: merge.goneId }
    } catch (error) {
      if (isGuardRefused(error)) continue
      throw refusalOf(error)
    }
  }
  throw overtaken()
}

const tables = Object.keys(touched) as Touched[]

/** What is no longer as the merge left it, in sentences. */
async function readObstacles(
  db: Db,
  { id, keptId, keptFirst }: { id: number; keptId: number; keptFirst: number },
  isPaidBack: SQL,
): Promise<string[]> {
  const [[refund], ...moved] = await db.batch([
    rowsOf<{ is: number }>(db, { is: isPaidBack }, always),
    ...tables.map((table) => selectMoved(db, id, table)),
  ])
  const isMergedAgain = keptId !== keptFirst
  const reasons = tables.flatMap((table, index) =>
    (moved[index] ?? []).map(({ rowId }) => {
      if (table !== 'members') return table
      return rowId === keptFirst ? 'members' : 'paidFor'
    }),
  )
  const all = isMergedAgain ? (['isMergedAgain'] as const) : [...new Set(reasons)]
  return [
    ...all.map((why) => sentences[why]),
    ...(refund?.is === 1 ? ['Für einen gestrichenen Platz ging seither Geld zurück.'] : []),
  ]
}

const sentences: Record<Touched | 'isMergedAgain' | 'paidFor', string> = {
  isMergedAgain: 'Der Eintrag wurde seither noch einmal zusammengeführt. Nimm das zuerst zurück.',
  members: 'Die Daten des Mitglieds wurden seither geändert.',
  paidFor: 'Die Daten von jemandem, für den das Mitglied zahlt, wurden seither geändert.',
  memberTimespans: 'Die Mitgliedszeiten wurden seither geändert.',
  honors: 'Eine Ehrung wurde seither geändert oder gelöscht.',
  dutyEntries: 'Ein Amt wurde seither geändert oder gelöscht.',
  memberExits: 'Ein Austritt wurde seither geändert.',
  costumeOwnerships: 'Ein Kleid hat seither einen anderen Besitzer.',
  participations: 'Eine Teilnahme wurde seither jemand anderem zugeordnet oder geändert.',
  memberMerges: 'Eine frühere Zusammenführung wurde seither zurückgenommen.',
  memberNoDuplicates: 'Bei „Kein Duplikat“ hat sich seither etwas geändert.',
  feeClaims: 'Ein Beitrag gehört seither jemand anderem.',
  feeLetters: 'Ein Schreiben zum Beitrag gehört seither jemand anderem.',
  assemblyHonors: 'Bei einer Generalversammlung wurde seither etwas geändert.',
}

/** What took the place of something that would come back. */
function refusalOf(error: unknown): unknown {
  const taken = uniqueViolation(error)
  if (taken?.includes('members.member_number')) {
    return inTheWay(['Die Mitgliedsnummer hat inzwischen ein anderes Mitglied.'])
  }
  if (taken?.some((column) => column.startsWith('participations.'))) {
    return inTheWay(['Ein Platz, der damals frei wurde, ist inzwischen vergeben.'])
  }
  if (ledgerRefusal(error) === 'payer') {
    return inTheWay(['Beim Zahler hat sich seither etwas geändert.'])
  }
  if (taken || isForeignKeyViolation(error)) {
    return inTheWay(['An der Stelle eines Eintrags steht inzwischen ein anderer.'])
  }
  return error
}

function inTheWay(reasons: string[]): DomainError {
  const message = 'Das lässt sich nicht mehr zurücknehmen.'
  return new DomainError('MergeRefused', message, undefined, { reasons })
}

function notUndoable(sentence: string): DomainError {
  return new DomainError('NotUndoable', sentence)
}
