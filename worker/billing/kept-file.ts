import { sql } from 'drizzle-orm'
import { sepaRunParts } from '#worker/db/schema.ts'
import { insertSelected } from '#worker/db/statements.ts'
import { runOfRequest } from './runs.queries.ts'

/** A row of the database holds no more of a file; the rest stands in the next ones. */
const partBytes = 40_000

/** A file as it is kept: packed, and what tells whether it is still the same. */
export type KeptFile = { parts: Uint8Array[]; sha256: string }

export async function packFile(file: string): Promise<KeptFile> {
  const bytes = new TextEncoder().encode(file)
  const packed = await through(bytes, new CompressionStream('gzip'))
  const parts: Uint8Array[] = []
  for (let start = 0; start < packed.length; start += partBytes) {
    parts.push(packed.slice(start, start + partBytes))
  }
  return { parts, sha256: await sha256Of(bytes) }
}

/** The bytes that went to the bank. Others than those are a defect. */
export async function unpackFile({ parts, sha256 }: KeptFile): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Uint8Array(await new Blob(parts.map((part) => part.slice())).arrayBuffer())
  const bytes = await through(packed, new DecompressionStream('gzip'))
  if ((await sha256Of(bytes)) !== sha256) throw new Error('a kept file is not what was written')
  return bytes
}

/** A statement a part, for the batch that notes the run. */
export function insertParts(requestKey: string, { parts }: KeptFile) {
  return parts.map((bytes, part) =>
    insertSelected(
      sepaRunParts,
      { runId: runOfRequest(requestKey), part, bytes },
      sql`(SELECT 1) WHERE 1`,
    ),
  )
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer(),
  )
}

async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
}
