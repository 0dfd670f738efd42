import { loadChunk } from '#web/lib/load-chunk.ts'
import { plainIban } from '#worker/domain/text.ts'
import { type CamtEntry, noneOmitted, type ReadCamt, readCamt } from './read-camt.ts'
import {
  type Omitted,
  omissions,
  type StatementEntry,
  UnreadableStatement,
} from './statement-entry.ts'

/** What several files hold together, each line once. */
export type Statement = {
  /** Oldest first. */
  entries: StatementEntry[]
  omitted: Omitted
  /** Lines that stand in more than one file. */
  doubled: number
  refused: { name: string; why: string }[]
}

/** Of one file. A year of a large guild has some 10 MB. */
const maxBytes = 20_000_000

/** Reads bank statements here, in the browser: nothing of them goes anywhere. */
export async function readStatement(files: readonly File[], iban: string): Promise<Statement> {
  const read: ReadCamt[] = []
  const refused: Statement['refused'] = []
  for (const file of files) {
    // One archive often holds a file a day, or one an account.
    const why = new Set<string>()
    const note = (cause: unknown) => {
      if (!(cause instanceof UnreadableStatement)) throw cause
      why.add(cause.message)
    }
    for (const text of (await textsOf(file).catch(note)) ?? []) {
      try {
        read.push(readCamt(text, iban))
      } catch (cause) {
        note(cause)
      }
    }
    for (const sentence of why) refused.push({ name: file.name, why: sentence })
  }
  const seen = new Map<string, StatementEntry>()
  let count = 0
  for (const { entries } of read) {
    for (const entry of await withKeys(entries, iban)) {
      count += 1
      if (!seen.has(entry.key)) seen.set(entry.key, entry)
    }
  }
  return {
    entries: [...seen.values()].toSorted((one, other) =>
      one.day < other.day ? -1 : Number(one.day > other.day),
    ),
    omitted: omittedIn(read),
    doubled: count - seen.size,
    refused,
  }
}

function omittedIn(read: readonly ReadCamt[]): Omitted {
  const sums = { ...noneOmitted }
  for (const { omitted } of read) for (const why of omissions) sums[why] += omitted[why]
  return sums
}

async function textsOf(file: File): Promise<string[]> {
  const tooLarge = new UnreadableStatement(
    'Diese Datei ist zu groß: höchstens 20 MB, ausgepackt 60 MB.',
  )
  if (file.size > maxBytes) throw tooLarge
  const bytes = new Uint8Array(await file.arrayBuffer())
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
  if (!isZip) return [decode(bytes)]
  const { unpackXml } = await loadChunk(() => import('./unpack-xml.ts'))
  const unpacked = unpackXml(bytes)
  if (unpacked === 'tooLarge') throw tooLarge
  if (unpacked === 'broken') {
    throw new UnreadableStatement('Diese ZIP-Datei ist beschädigt. Lade sie noch einmal herunter.')
  }
  if (unpacked.length === 0) {
    throw new UnreadableStatement('In dieser ZIP-Datei steht kein Kontoauszug (.xml).')
  }
  return unpacked.map(decode)
}

/** As the first line says, UTF-8 where it does not. */
function decode(bytes: Uint8Array): string {
  const mark = bytes[0] === 0xff ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : null
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const told = /^[^<]{0,3}<\?xml[^>]*\sencoding=["']([\w-]+)["']/.exec(head)?.[1]
  try {
    return new TextDecoder(mark ?? told ?? 'utf-8').decode(bytes)
  } catch {
    // It names letters that nobody knows.
    return new TextDecoder().decode(bytes)
  }
}

// ── The key of a line ──────────────────────────────────────────────────────────────────────

/**
 * The same line has the same key in every file, so each file counts its equal lines by itself: a day that
 * stands in two of them is one, two equal payments of a day are two.
 */
async function withKeys(entries: readonly CamtEntry[], iban: string): Promise<StatementEntry[]> {
  const counts = new Map<string, number>()
  const numbered = entries.map((entry) => {
    const line = lineOf(entry, iban)
    const number = (counts.get(line) ?? 0) + 1
    counts.set(line, number)
    return { entry, line: `${line} ${number}` }
  })
  return Promise.all(
    numbered.map(async ({ entry, line }) => ({ ...entry, key: await sha256Of(line) })),
  )
}

/** What banks write alike in each of their formats; blanks and breaks they set as they like. */
function lineOf(entry: CamtEntry, iban: string): string {
  const { day, amountInCent, side, endToEndId, mandateId, name, purpose } = entry
  const words = [endToEndId ?? '', mandateId ?? '', name, purpose].map((text) =>
    text.replace(/\s/g, '').toUpperCase(),
  )
  return JSON.stringify([plainIban(iban), day, amountInCent, side, ...words])
}

async function sha256Of(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
