import { loadChunk } from '#web/lib/load-chunk.ts'
import { plainIban } from '#worker/domain/text.ts'
import { type CamtEntry, noOmissions, type ReadCamt, readCamt } from './read-camt.ts'
import {
  type OmissionCounts,
  omissions,
  type StatementEntry,
  UnreadableStatement,
} from './statement-entry.ts'

/** The lines of several files, without duplicates. */
export type Statement = {
  /** Oldest first. */
  entries: StatementEntry[]
  omitted: OmissionCounts
  /** The number of lines left out because the result has them already, mostly from another file. */
  doubled: number
  refused: { name: string; why: string }[]
}

/** The maximum size of one file; a year of a large guild is some 10 MB. */
const maxBytes = 20_000_000

/** Parses bank statements in the browser; their content is not sent anywhere. */
export async function readStatement(files: readonly File[], iban: string): Promise<Statement> {
  const read: ReadCamt[] = []
  const refused: Statement['refused'] = []
  for (const file of files) {
    // An archive often holds a file for each day or account, so a reason is listed only once.
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
  const { entries, doubled } = await payments(
    read.map((one) => one.entries),
    iban,
  )
  return {
    entries: entries.toSorted((one, other) =>
      one.day < other.day ? -1 : Number(one.day > other.day),
    ),
    omitted: omittedIn(read),
    doubled,
    refused,
  }
}

function omittedIn(read: readonly ReadCamt[]): OmissionCounts {
  const sums = { ...noOmissions }
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

/** Decodes a file by its byte order mark, else by the encoding in the XML declaration, else as UTF-8. */
function decode(bytes: Uint8Array): string {
  const mark = bytes[0] === 0xff ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : null
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const declared = /^[^<]{0,3}<\?xml[^>]*\sencoding=["']([\w-]+)["']/.exec(head)?.[1]
  try {
    return new TextDecoder(mark ?? declared ?? 'utf-8').decode(bytes)
  } catch {
    // The declared encoding is unknown.
    return new TextDecoder().decode(bytes)
  }
}

// ── The key of a line ──────────────────────────────────────────────────────────────────────

type Payment = {
  entry: CamtEntry
  /** The references that the bank gave the payment. */
  references: readonly string[]
  /** The file in which the payment was found last. */
  file: readonly CamtEntry[]
}

/**
 * The payments of several files without duplicates. Equal lines are two payments when their bank
 * references differ, or when one file holds both without references; a line without a reference
 * equals any of them in another file.
 */
async function payments(files: readonly (readonly CamtEntry[])[], iban: string) {
  const groups = new Map<string, Payment[]>()
  const all: { line: string; number: number; payment: Payment }[] = []
  let count = 0
  for (const file of files) {
    for (const entry of file) {
      count += 1
      const line = lineOf(entry, iban)
      const references = entry.bankReferences
      const group = groups.get(line) ?? []
      const known = samePayment(group, references, file)
      if (known) {
        known.references = [...new Set([...known.references, ...references])]
        known.file = file
        continue
      }
      const payment = { entry, references, file }
      all.push({ line, number: group.length + 1, payment })
      groups.set(line, [...group, payment])
    }
  }
  const entries = await Promise.all(
    all.map(async ({ line, number, payment }): Promise<StatementEntry> => {
      const { keyPurpose: _, bankReferences: __, ...entry } = payment.entry
      const contentKey = await sha256Of(`${line} 1`)
      const plainKey = number === 1 ? contentKey : await sha256Of(`${line} ${number}`)
      return { ...entry, contentKey, plainKey, key: await keyOf(contentKey, plainKey, payment) }
    }),
  )
  return { entries, doubled: count - all.length }
}

function samePayment(
  group: readonly Payment[],
  references: readonly string[],
  file: readonly CamtEntry[],
): Payment | undefined {
  const others = group.filter((payment) => payment.file !== file)
  const unnamed = others.find((payment) => payment.references.length === 0)
  if (references.length === 0) return unnamed ?? others[0]
  const isWhole = (payment: Payment) =>
    payment.file === file && payment.references.join() === references.join()
  return (
    group.find(isWhole) ??
    others.find((payment) => payment.references.some((one) => references.includes(one))) ??
    unnamed
  )
}

/** The line's key: the key that equal lines share, with shortened hashes of the bank's references. */
async function keyOf(
  contentKey: string,
  plainKey: string,
  { references }: Payment,
): Promise<string> {
  if (references.length === 0) return plainKey
  const short = await Promise.all(references.toSorted().map(sha256Of))
  // One reference may be of the payment and one of its line; the key has room for up to four.
  return [contentKey, ...short.slice(0, 4).map((hash) => hash.slice(0, 16))].join(':')
}

/** The values that a bank writes the same way in each format; blanks and line breaks vary and are dropped. */
function lineOf(entry: CamtEntry, iban: string): string {
  const { day, amountInCent, side, endToEndId, mandateId, name, keyPurpose } = entry
  const words = [endToEndId ?? '', mandateId ?? '', name, keyPurpose].map((text) =>
    text.replace(/\s/g, '').toUpperCase(),
  )
  return JSON.stringify([plainIban(iban), day, amountInCent, side, ...words])
}

async function sha256Of(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
