import { Zip, ZipDeflate } from 'fflate'
import { endMarks, fileMark } from '#worker/domain/guild-archive.ts'

export type FileOfArchive = { name: string; content: Uint8Array }

/**
 * Splits the server's stream: a marker, a file name and a line break before each file. `changed`:
 * data changed during the export; `cut`: the stream is incomplete.
 */
export function filesOfExport(
  bytes: Uint8Array,
): { files: FileOfArchive[] } | { failed: 'changed' | 'cut' } {
  const mark = fileMark.charCodeAt(0)
  const files: FileOfArchive[] = []
  for (let start = bytes.indexOf(mark); start >= 0; ) {
    const lineEnd = bytes.indexOf(0x0a, start)
    if (lineEnd < 0) break
    const name = new TextDecoder().decode(bytes.subarray(start + 1, lineEnd))
    if (name === endMarks.whole) return { files }
    if (name === endMarks.changed) return { failed: 'changed' }
    const next = bytes.indexOf(mark, lineEnd)
    files.push({ name, content: bytes.subarray(lineEnd + 1, next < 0 ? undefined : next) })
    start = next
  }
  return { failed: 'cut' }
}

const bytesAtOnce = 256 * 1024

/** A ZIP file dated with that day, to be reproducible; packed in pieces to keep the page responsive. */
export async function zipOf(files: readonly FileOfArchive[], day: string): Promise<Blob> {
  const parts: BlobPart[] = []
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const zip = new Zip((error, part, isLast) => {
    if (error) reject(error)
    else parts.push(part.slice())
    if (isLast) resolve()
  })
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const mtime = new Date(year, month - 1, date, 12)
  for (const { name, content } of files) {
    const file = new ZipDeflate(name, { level: 6 })
    file.mtime = mtime
    zip.add(file)
    for (let from = 0; from === 0 || from < content.length; from += bytesAtOnce) {
      const isLast = from + bytesAtOnce >= content.length
      file.push(content.subarray(from, from + bytesAtOnce), isLast)
      await new Promise((next) => setTimeout(next))
    }
  }
  zip.end()
  await promise
  return new Blob(parts, { type: 'application/zip' })
}
