import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { isViolationOf } from '#worker/db/causes.ts'
import { commit, guard } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { recordEvent } from '#worker/db/record-event.ts'
import {
  circularAttachmentParts,
  circularAttachments,
  circularRecipients,
  circulars,
  mails,
} from '#worker/db/schema.ts'
import { insertSelected, singleRow } from '#worker/db/statements.ts'
import { sha256Of, splitBytes } from '#worker/db/stored-bytes.ts'
import type { PdfFile } from '#worker/domain/attachments.ts'
import { distribute } from '#worker/domain/circular.ts'
import { keyedHash } from '#worker/http/keyed-hash.ts'
import { validationError } from '#worker/http/validate.ts'
import type { CircularCreated, NewCircular } from './circulars.contract.ts'
import { selectAddressees, selectSameCircular } from './circulars.queries.ts'

type Context = { db: Db; now: Date; user: { id: number }; secret: string }

/** Within this time the same request counts as a repetition and is not sent again. */
const repetitionWindowMs = 10 * 60_000

/** Addresses per statement, far below the limit of a parameter's size. */
const addressesPerStatement = 1000

const newest = sql`(SELECT max(id) FROM circulars)`

/**
 * Stores a circular with a row per address in one commit; the mails wait in the outbox. A repetition by the
 * same user within ten minutes gets the first circular as response, even when both arrive at once.
 */
export async function createCircular(
  { db, now, user, secret }: Context,
  { subject, body, memberIds, attachments }: NewCircular,
): Promise<CircularCreated> {
  const ids = [...new Set(memberIds)]
  const { recipients } = distribute(await selectAddressees(db, ids))
  if (recipients.length === 0) {
    const none = 'Keines dieser Mitglieder hat eine Adresse, an die geschrieben werden darf.'
    throw validationError({ memberIds: none })
  }
  const at = now.toISOString()
  const since = new Date(now.getTime() - repetitionWindowMs).toISOString()
  const hashes = await Promise.all(
    attachments.map(async ({ name, bytes }) => [name, await sha256Of(bytes)]),
  )
  const sorted = [...ids].sort((a, b) => a - b)
  const content = JSON.stringify([user.id, subject, body, sorted, hashes])
  const requestKey = keyedHash(secret, 'circular', content)
  const isNew = sql`NOT EXISTS (SELECT 1 FROM circulars
    WHERE request_key = ${requestKey} AND created_at > ${since})`
  const rows = recipients.map(({ emailAddress, members }, n) => ({
    n,
    emailAddress,
    memberIds: JSON.stringify(members.map(({ id }) => id)),
  }))
  const circular = {
    subject,
    body,
    createdBy: user.id,
    createdAt: at,
    mailCount: rows.length,
    requestKey,
  }
  try {
    const [, [created]] = await commit(db, [
      guard('newCircular', isNew),
      write
        .insert(circulars)
        .values(circular)
        .returning({ id: circulars.id, count: circulars.mailCount }),
      ...attachments.flatMap(insertAttachment),
      ...chunks(rows).flatMap((chunk) => insertRecipients(chunk, at)),
      recordEvent({
        entity: 'circular',
        entityId: newest,
        changes: {
          subject,
          count: rows.length,
          ...(attachments.length > 0 && { files: attachments.map(({ name }) => name).join(', ') }),
        },
      }),
    ])
    if (created) return created
  } catch (error) {
    if (!isViolationOf(error, 'guard')) throw error
  }
  const [first] = await selectSameCircular(db, requestKey, since)
  if (!first) throw new Error('The guard rejected the circular, but no earlier one was found')
  return first
}

function insertAttachment({ name, bytes }: PdfFile, number: number): BatchItem<'sqlite'>[] {
  const circularId = newest
  return [
    insertSelected(
      circularAttachments,
      { circularId, number, name, byteCount: bytes.length },
      sql`${singleRow} WHERE 1`,
    ),
    ...splitBytes(bytes).map((ofPart, part) =>
      insertSelected(
        circularAttachmentParts,
        { circularId, number, part, bytes: ofPart },
        sql`${singleRow} WHERE 1`,
      ),
    ),
  ]
}

type Row = { n: number; emailAddress: string; memberIds: string }

function insertRecipients(rows: readonly Row[], at: string): BatchItem<'sqlite'>[] {
  const given = sql`json_each(${JSON.stringify(rows)}) AS j WHERE 1`
  const key = sql`'circular-' || ${newest} || '-' || (j.value ->> '$.n')`
  return [
    insertSelected(
      mails,
      { key, kind: 'circular', circularId: newest, state: 'waiting', notBefore: at, createdAt: at },
      given,
    ),
    insertSelected(
      circularRecipients,
      {
        circularId: newest,
        emailAddress: sql`j.value ->> '$.emailAddress'`,
        memberIds: sql`j.value ->> '$.memberIds'`,
        mailId: sql`(SELECT id FROM mails WHERE key = ${key})`,
      },
      given,
    ),
  ]
}

function chunks(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / addressesPerStatement)
  return Array.from({ length: count }, (_, index) =>
    rows.slice(index * addressesPerStatement, (index + 1) * addressesPerStatement),
  )
}

/** Stops a circular: its waiting mails are no longer sent. */
export async function stopCircular(db: Db, id: number, now: Date): Promise<void> {
  const isGoingOut = sql`EXISTS (SELECT 1 FROM mails
    WHERE circular_id = ${id} AND state IN ('waiting', 'sending'))`
  await commit(db, [
    write
      .update(circulars)
      .set({ stoppedAt: now.toISOString() })
      .where(and(eq(circulars.id, id), isNull(circulars.stoppedAt), isGoingOut)),
    stopEvent(id),
  ])
}

/** Sends the mails that still wait. */
export async function continueCircular(db: Db, id: number): Promise<void> {
  await commit(db, [
    write
      .update(circulars)
      .set({ stoppedAt: null })
      .where(and(eq(circulars.id, id), isNotNull(circulars.stoppedAt))),
    stopEvent(id),
  ])
}

/** Recorded only when the statement before it changed something; the route says what. */
function stopEvent(id: number) {
  return recordEvent({ entity: 'circular', entityId: id, onlyIf: sql`changes() > 0` })
}
