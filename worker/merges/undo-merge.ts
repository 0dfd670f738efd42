import { type SQL, sql } from 'drizzle-orm'
import { type ConstraintErrors, commit, guard, retryOnConflict } from '#worker/db/commit.ts'
import type { Db } from '#worker/db/db.ts'
import { rowsOf, singleRow } from '#worker/db/statements.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { retention } from '#worker/domain/retention.ts'
import {
  capacityGuard,
  extrasGuard,
  guardCapacity,
  guardExtrasKept,
  guardLine,
  lineGuard,
} from '#worker/enrolment/places.queries.ts'
import { undoableSince } from '#worker/history/judgement.ts'
import { revertStatements } from '#worker/history/revert.ts'
import { notFoundError } from '#worker/http/validate.ts'
import {
  closeMerge,
  guardRowsAsMerged,
  readMerge,
  refundedSince,
  selectMoved,
  unflagOrders,
} from './merge.queries.ts'
import { type MergedTable, mergedTables } from './merged-tables.ts'
import type { Merged } from './merges.contract.ts'

type Context = { db: Db; now: Date; user: { id: number }; requestId: string }

/**
 * Restores both records with their rows; rows added since remain with the kept record.
 * @throws DomainError MergeRefused with the obstacles; NotUndoable when the period for an undo is over
 */
export async function undoMerge(
  { db, now, user, requestId }: Context,
  id: number,
): Promise<Merged> {
  return retryOnConflict('guard', async () => {
    const found = await readMerge(db, id)
    if (!found) throw notFoundError()
    const { merge, lines, givenUp } = found
    if (merge.undoneAt !== null) throw notUndoableError('Das ist schon zurückgenommen.')
    if (lines.length === 0 || merge.mergedAt < undoableSince(now)) {
      throw notUndoableError(`Das geht nur ${retention.journal.count} Tage lang.`)
    }
    const isPaidBack = refundedSince(givenUp, merge.mergedAt)
    const obstacles = await readObstacles(db, merge, isPaidBack)
    if (obstacles.length > 0) throw undoBlockedError(obstacles)
    const isOpen = sql`EXISTS (SELECT 1 FROM member_merges WHERE id = ${id} AND undone_at IS NULL)`
    await commit(
      db,
      [
        guard('notPaidBack', sql`NOT ${isPaidBack}`),
        guard('notUndone', isOpen),
        ...guardRowsAsMerged(id, tables),
        ...(givenUp.length > 0
          ? [guardLine([...new Set(givenUp.map(({ paradeId }) => paradeId))], now)]
          : []),
        ...revertStatements(lines, now),
        guardExtrasKept(givenUp.map((place) => place.id)),
        ...(givenUp.length > 0 ? [guardCapacity(givenUp)] : []),
        ...unflagOrders(givenUp, merge.mergedAt),
        ...closeMerge(merge, { userId: user.id, requestId, now }),
      ],
      constraintErrors,
    )
    return { mergeId: id, keptId: merge.keptId, goneId: merge.goneId }
  })
}

const tables = Object.keys(mergedTables) as MergedTable[]

/** What has changed since the merge, in German sentences. */
async function readObstacles(
  db: Db,
  { id, keptId, keptFirst }: { id: number; keptId: number; keptFirst: number },
  isPaidBack: SQL,
): Promise<string[]> {
  const [[refund], ...moved] = await db.batch([
    rowsOf<{ is: number }>(db, { is: isPaidBack }, singleRow),
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

const sentences: Record<MergedTable | 'isMergedAgain' | 'paidFor', string> = {
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

const anotherEntry = 'An der Stelle eines Eintrags steht inzwischen ein anderer.'

/** Rejections by the unique index that a restored row violates. */
const constraintErrors: ConstraintErrors = {
  'members.member_number': () =>
    undoBlockedError(['Die Mitgliedsnummer hat inzwischen ein anderes Mitglied.']),
  // Every unique index of participations begins with this column.
  'participations.parade_id': placeTakenError,
  [capacityGuard]: placeTakenError,
  [lineGuard]: placeTakenError,
  [extrasGuard]: () =>
    undoBlockedError(['Ein Zusatz eines Platzes, der damals frei wurde, ist inzwischen entfernt.']),
  'ledger: payer': () => undoBlockedError(['Beim Zahler hat sich seither etwas geändert.']),
  unique: () => undoBlockedError([anotherEntry]),
  foreignKey: () => undoBlockedError([anotherEntry]),
}

function placeTakenError(): DomainError {
  return undoBlockedError(['Ein Platz, der damals frei wurde, ist inzwischen vergeben.'])
}

function undoBlockedError(reasons: string[]): DomainError {
  const message = 'Das lässt sich nicht mehr zurücknehmen.'
  return new DomainError('MergeRefused', message, undefined, { reasons })
}

function notUndoableError(sentence: string): DomainError {
  return new DomainError('NotUndoable', sentence)
}
