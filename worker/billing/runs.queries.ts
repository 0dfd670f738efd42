import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { feeBookings, sepaRunParts, sepaRuns, users } from '#worker/db/schema.ts'
import { insertSelected, singleRow } from '#worker/db/statements.ts'
import { joinBytes, sha256Of, splitBytes } from '#worker/db/stored-bytes.ts'
import type { CollectedFee, Debit } from '#worker/domain/sepa-debit.ts'

export function selectRuns(db: Db, where: SQL | undefined) {
  return db
    .select({
      id: sepaRuns.id,
      createdAt: sepaRuns.createdAt,
      createdBy: sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`,
      year: sepaRuns.year,
      dueDate: sepaRuns.dueDate,
      count: sepaRuns.claimCount,
      debitCount: sepaRuns.debitCount,
      sumInCent: sepaRuns.sumInCent,
      messageId: sepaRuns.messageId,
      creditedOn: sepaRuns.creditedOn,
      voidedAt: sepaRuns.voidedAt,
      voidReason: sepaRuns.voidReason,
      submittedOn: sepaRuns.submittedOn,
      hasFile: sql`${sepaRuns.fileSha256} IS NOT NULL`.mapWith(Boolean),
    })
    .from(sepaRuns)
    .innerJoin(users, eq(users.id, sepaRuns.createdBy))
    .where(where)
    .orderBy(desc(sepaRuns.id))
}

/** The runs of a year, newest first. */
export function selectRunsOf(db: Db, year: number) {
  return selectRuns(db, eq(sepaRuns.year, year))
}

/**
 * The stored file of a run; null for a file made elsewhere.
 * @param id undefined: the year's newest run in effect
 */
export async function findKeptFile(db: Db, year: number, id: number | undefined) {
  const newest = sql`(SELECT max(known.id) FROM sepa_runs known
    WHERE known.year = ${year} AND known.voided_at IS NULL AND known.file_sha256 IS NOT NULL)`
  const wanted = id ?? newest
  const [[run], parts] = await db.batch([
    db
      .select({ sha256: sepaRuns.fileSha256 })
      .from(sepaRuns)
      .where(and(eq(sepaRuns.id, wanted), eq(sepaRuns.year, year))),
    db
      .select({ bytes: sepaRunParts.bytes })
      .from(sepaRunParts)
      .where(eq(sepaRunParts.runId, wanted))
      .orderBy(asc(sepaRunParts.part)),
  ])
  if (!run?.sha256) return null
  return { sha256: run.sha256, parts: parts.map(({ bytes }) => bytes) }
}

export type NewRun = Omit<typeof sepaRuns.$inferInsert, 'id'>

/** The run of this request, identified by its key. */
function runOfRequest(requestKey: string): SQL {
  return sql`(SELECT own.id FROM sepa_runs own WHERE own.request_key = ${requestKey})`
}

/**
 * Adds a run unless the year's runs have changed since they were read: `after` is the id of the newest run that
 * is not void, `last` of the newest run, void or not (void runs have used end-to-end ids as well). null: none.
 */
export function insertRunAfter(
  { after, last }: { after: number | null; last: number | null },
  run: NewRun,
) {
  const newest = sql`SELECT max(known.id) FROM sepa_runs known WHERE known.year = ${run.year}`
  return insertSelected(
    sepaRuns,
    run,
    sql`(SELECT 1) WHERE (${newest} AND known.voided_at IS NULL) IS ${after} AND (${newest}) IS ${last}`,
  )
}

/** `claimId` null: the claim is inserted in the same commit. */
export type CollectedClaim = CollectedFee & { claimId: number | null }
export type FeeDebit = Debit & { fees: CollectedClaim[] }

type Collecting = { year: number; dueDate: string; requestKey: string; at: string; userId: number }

/**
 * Books the debits of a run. The ledger rejects them without the run, or if an amount exceeds the open one.
 * Claims inserted in the same commit are found by their member.
 */
export function insertDebits(debits: readonly FeeDebit[], of: Collecting) {
  const rows = debits.flatMap(({ endToEndId, mandateId, fees }) =>
    fees.map(({ claimId, memberId, amountInCent }) => ({
      claimId,
      memberId,
      amountInCent: -amountInCent,
      endToEndId,
      mandateId,
    })),
  )
  const given = (name: keyof (typeof rows)[number]) =>
    sql`given.value ->> ${sql.raw(`'$.${name}'`)}`
  const written = sql`(SELECT c.id FROM fee_claims c
    WHERE c.year = ${of.year} AND c.member_id = ${given('memberId')} AND c.merged = 0)`
  return insertSelected(
    feeBookings,
    {
      claimId: sql`coalesce(${given('claimId')}, ${written})`,
      kind: 'collected',
      amountInCent: given('amountInCent'),
      day: of.dueDate,
      runId: runOfRequest(of.requestKey),
      endToEndId: given('endToEndId'),
      mandateId: given('mandateId'),
      createdAt: of.at,
      createdBy: of.userId,
    },
    sql`json_each(${JSON.stringify(rows)}) given WHERE 1`,
  )
}

/** A compressed file, with a checksum of its content. */
export type KeptFile = { parts: Uint8Array[]; sha256: string }

export async function packFile(file: string): Promise<KeptFile> {
  const bytes = new TextEncoder().encode(file)
  const packed = await pipeThrough(bytes, new CompressionStream('gzip'))
  return { parts: splitBytes(packed), sha256: await sha256Of(bytes) }
}

/** The file as submitted to the bank. A checksum that differs is a defect. */
export async function unpackFile({ parts, sha256 }: KeptFile): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await pipeThrough(await joinBytes(parts), new DecompressionStream('gzip'))
  if ((await sha256Of(bytes)) !== sha256)
    throw new Error('the checksum of the stored SEPA file differs')
  return bytes
}

/** One statement per part, for the commit that stores the run. */
export function insertParts(requestKey: string, { parts }: KeptFile) {
  return parts.map((bytes, part) =>
    insertSelected(
      sepaRunParts,
      { runId: runOfRequest(requestKey), part, bytes },
      sql`${singleRow} WHERE 1`,
    ),
  )
}

async function pipeThrough(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer(),
  )
}
