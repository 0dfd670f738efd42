import type { BatchItem } from 'drizzle-orm/batch'
import { commit, retryOnConflict } from '#worker/db/commit.ts'
import type { Db } from '#worker/db/db.ts'
import { DomainError } from '#worker/domain/errors.ts'
import {
  chosenParadesBefore,
  effectiveReference,
  mergeFields,
  paradesBeforeChoices,
  presetParadesBefore,
  presetSide,
  totalParades,
} from '#worker/domain/merge.ts'
import { fullName } from '#worker/domain/names.ts'
import { notFoundError, validationError } from '#worker/http/validate.ts'
import {
  flagOrders,
  guardBookings,
  type MergeRows,
  readMergeRows,
  recordMerge,
  refersToMembers,
} from './merge.queries.ts'
import { changeStatements, guardRows, type MergedTable, mergedTables } from './merged-tables.ts'
import type { MergeBody, Merged, MergeMember, MergePreview } from './merges.contract.ts'
import { bothMembers, type MergePlan, planMerge } from './plan-merge.ts'

type Context = { db: Db; now: Date; user: { id: number } }

/** Previews the merge, field by field and in sentences, without writing. */
export async function previewMerge(
  { db, now, user }: Context,
  keptId: number,
  goneId: number,
): Promise<MergePreview> {
  const read = await readTwo(db, keptId, goneId)
  const both = bothMembers(read)
  const plan = planMerge(read, { fields: {} }, { userId: user.id, now })
  const ofGone = <Row extends { memberId: number | null }>(rows: readonly Row[]) =>
    rows.filter(({ memberId }) => memberId === goneId).length
  const booked = read.rows.participations.filter(({ state }) => state === 'booked')
  const payerOf = ({ payerId }: MergeMember) =>
    payerId === null ? null : (read.payers.get(payerId) ?? null)
  const entries = mergeFields.map((field) => [field, presetSide(field, both)] as const)
  return {
    ...both,
    preset: Object.fromEntries(entries) as MergePreview['preset'],
    mandates: { kept: effectiveReference(both.kept), gone: effectiveReference(both.gone) },
    payers: {
      kept: payerOf(both.kept),
      gone: payerOf(both.gone),
    },
    timespans: plan.timespans,
    stands: paradesBeforeChoices.map((choice) => {
      const value = chosenParadesBefore(choice, both)
      return { choice, ...value, total: totalParades(value, plan.confirmed) }
    }),
    presetStand: presetParadesBefore(both),
    conflicts: plan.conflicts,
    refusals: plan.obstacles,
    moves: {
      participations: ofGone(booked),
      ownerships: ofGone(read.rows.costumeOwnerships),
      honors: ofGone(read.rows.honors),
      duties: ofGone(read.rows.dutyEntries),
      exits: ofGone(read.rows.memberExits),
      fees: ofGone(read.rows.feeClaims),
    },
    seen: await hashOfPreview(read),
  }
}

/**
 * Moves all references from the merged record to the kept one in one batch. Guards in the batch check the
 * rows that the plan was made from; when another request changed them, the merge is planned again.
 */
export async function mergeMembers(
  { db, now, user }: Context,
  keptId: number,
  { goneId, fields, paradesBefore, seen }: MergeBody,
): Promise<Merged> {
  const by = { userId: user.id, now }
  return retryOnConflict(changedMeanwhile, async () => {
    const read = await readTwo(db, keptId, goneId)
    if (seen !== undefined && seen !== (await hashOfPreview(read))) throw changedSincePreviewError()
    const plan = planMerge(read, { fields, paradesBefore }, by)
    if (plan.obstacles.length > 0) throw mergeRejectedError(plan.obstacles)
    assertJoinedBeforeLeft(plan)
    const { gone } = bothMembers(read)
    const goneName = fullName(gone)
    const [kept, historyLine] = recordMerge({ keptId, goneId, goneName }, by)
    const statements: BatchItem<'sqlite'>[] = [
      ...guarded.map((table) =>
        guardRows(table, refersToMembers(table, [keptId, goneId]), read.texts[table]),
      ),
      guardBookings([keptId, goneId], read.bookings.length),
      ...changeStatements(plan.changes),
      ...flagOrders(plan.cancelledPlaces, by),
    ]
    const [[merge]] = await commit(db, [kept, ...statements, historyLine])
    if (!merge) throw new Error('a merge without a number')
    return { mergeId: merge.id, keptId, goneId }
  })
}

/** Rejections caused by a row that another request wrote after the plan had been read. */
const changedMeanwhile = ['guard', 'foreignKey', 'unique', 'ledger']

// The tables that are guarded. `memberMerges` is not: this merge inserts a row there, and other merges change the
// members, which are guarded.
const guarded = (Object.keys(mergedTables) as MergedTable[]).filter(
  (table) => table !== 'memberMerges',
)

async function readTwo(db: Db, keptId: number, goneId: number): Promise<MergeRows> {
  if (keptId === goneId) throw mergeRejectedError(['Das ist derselbe Eintrag.'])
  const read = await readMergeRows(db, keptId, goneId)
  const found = read.rows.members.filter(({ id }) => id === keptId || id === goneId)
  if (found.length < 2) throw notFoundError()
  return read
}

/** A hash of everything that the preview showed. */
async function hashOfPreview({ texts, parades, bookings }: MergeRows): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([texts, [...parades], bookings.length]))
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Rejects dates that contradict each other: they may be chosen from different records. */
function assertJoinedBeforeLeft({ fields }: MergePlan): void {
  const { dateJoined, dateLeft } = fields
  if (dateJoined === null || dateLeft === null || dateLeft >= dateJoined) return
  throw validationError({ 'fields.dateJoined': 'Der Austritt liegt vor dem Eintritt.' })
}

function changedSincePreviewError(): DomainError {
  const message = 'Seit Du nachgesehen hast, hat sich etwas geändert. Sieh es Dir noch einmal an.'
  return new DomainError('Conflict', message)
}

function mergeRejectedError(reasons: string[]): DomainError {
  const message = 'Diese beiden Einträge lassen sich nicht zusammenführen.'
  return new DomainError('MergeRefused', message, undefined, { reasons })
}
