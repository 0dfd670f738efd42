import { sql } from 'drizzle-orm'
import { isForeignKeyViolation, ledgerRefusal, uniqueViolation } from '#worker/db/causes.ts'
import { commit, guard, isGuardRefused } from '#worker/db/commit.ts'
import type { Db } from '#worker/db/db.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { retention } from '#worker/domain/retention.ts'
import { notFound } from '#worker/http/validate.ts'
import {
  closeMerge,
  isOneOf,
  readAgain,
  readMerge,
  refundedSince,
  untellOrders,
} from './merge.queries.ts'
import { overtaken } from './merge-members.ts'
import type { Merged } from './merges.contract.ts'
import { guardRows, type RowChange, type Touched, takenBack } from './touched.ts'

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
    const { merge, changes } = found
    if (merge.undoneAt !== null) throw notUndoable('Das ist schon zurückgenommen.')
    const until = Date.parse(merge.mergedAt) + retention.merges.count * dayInMs
    if (changes.length === 0 || now.getTime() > until) {
      throw notUndoable(`Das geht nur ${retention.merges.count} Tage lang.`)
    }
    const givenUp = changes.flatMap(placeGivenUp)
    const isPaidBack = refundedSince(givenUp, merge.mergedAt)
    const { current, isRefunded } = await readAgain(db, idsOf(changes), isPaidBack)
    const obstacles = [
      ...obstaclesIn(changes, current),
      ...(isRefunded ? ['Für einen gestrichenen Platz ging seither Geld zurück.'] : []),
    ]
    if (obstacles.length > 0) throw inTheWay(obstacles)
    try {
      await commit(db, [
        guard('notPaidBack', sql`NOT ${isPaidBack}`),
        guard(
          'notUndone',
          sql`EXISTS (SELECT 1 FROM member_merges WHERE id = ${id} AND undone_at IS NULL)`,
        ),
        ...current.map(({ table, ids, texts }) => guardRows(table, isOneOf(table, ids), texts)),
        ...takenBack(changes),
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

/** The number of each row that is looked at again: those that come back are not there. */
function idsOf(changes: readonly RowChange[]): ReadonlyMap<Touched, number[]> {
  const changed = changes.filter(({ id, before, after }) => id > 0 && before && after)
  return new Map(
    [...Map.groupBy(changed, ({ table }) => table)].map(([table, rows]) => [
      table,
      rows.map(({ id }) => id),
    ]),
  )
}

function placeGivenUp({ table, id, before, after }: RowChange) {
  const isIt = table === 'participations' && before?.state !== after?.state && after !== null
  const orderId = before?.orderId
  return isIt ? { id, orderId: typeof orderId === 'number' ? orderId : null } : []
}

type Current = Awaited<ReturnType<typeof readAgain>>['current']

/** Rows that are no longer as they were left; of a place only what was changed has to be so. */
function obstaclesIn(changes: readonly RowChange[], current: Current): string[] {
  const rows = new Map(
    current.flatMap(({ table, texts }) =>
      texts.map((text): [string, Record<string, unknown>] => {
        const row: Record<string, unknown> = JSON.parse(text)
        return [`${table} ${row.id}`, row]
      }),
    ),
  )
  // It is written last.
  const keptId = changes.at(-1)?.id
  // A row that was written twice is as the second left it.
  const last = new Map(changes.map((change) => [`${change.table} ${change.id}`, change]))
  const touchedSince = [...last.values()].flatMap(({ table, id, before, after }) => {
    if (id === 0 || before === null || after === null) return []
    const row = rows.get(`${table} ${id}`)
    const names = Object.keys(after).filter(
      (name) => table !== 'participations' || after[name] !== before[name],
    )
    if (row && names.every((name) => row[name] === after[name])) return []
    if (table !== 'members') return table
    if (id !== keptId) return 'paidFor'
    return row ? 'members' : 'isMergedAgain'
  })
  return [...new Set(touchedSince)].map((why) => sentences[why])
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
