import { loadChunk } from '#web/lib/load-chunk.ts'
import { maxArchiveBytes } from '#worker/domain/import-limits.ts'
import type { ReadBytes } from './read-bytes.ts'
import { type Sheet, sheetOf } from './sheet.ts'

export type ReadFile =
  /** `best`: the place of the sheet that most likely is meant. */
  | { kind: 'sheet'; sheets: Sheet[]; best: number; sha256: string }
  /** An archive of ours: its files by their names, unpacked. */
  | { kind: 'archive'; files: Record<string, Uint8Array>; sha256: string }

/** What is thrown says in German what to do. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

const notReadable =
  'Diese Datei lässt sich nicht lesen. Speichere sie als Excel-Datei (.xlsx) oder CSV.'
const tooLarge = `${notReadable} Höchstens 20 MB, 20.000 Zeilen und 200 Spalten.`

/** Longer than any file within the limits takes. */
const patienceInMs = 30_000

/**
 * Reads a file beside the page, which stays at hand meanwhile. What cannot be read throws
 * `UnreadableFile`; an aborted signal its reason.
 */
export async function readFile(file: File, signal?: AbortSignal): Promise<ReadFile> {
  signal?.throwIfAborted()
  if (file.size > maxArchiveBytes) throw new UnreadableFile(tooLarge)
  const read = await readBeside(file, signal)
  switch (read.kind) {
    case 'unreadable':
      throw new UnreadableFile(read.isTooLarge ? tooLarge : notReadable)
    case 'archive':
      return read
    case 'tables':
      return {
        kind: 'sheet',
        sheets: read.tables.map((table) => sheetOf(table)),
        best: read.best,
        sha256: read.sha256,
      }
  }
}

function readBeside(file: File, signal?: AbortSignal): Promise<ReadBytes> {
  const worker = new Worker(new URL('./read-file.worker.ts', import.meta.url), { type: 'module' })
  let end = () => worker.terminate()
  const reading = new Promise<ReadBytes>((resolve, reject) => {
    const giveUp = setTimeout(() => reject(new UnreadableFile(notReadable)), patienceInMs)
    const stop = () => reject(signal?.reason)
    signal?.addEventListener('abort', stop)
    end = () => {
      clearTimeout(giveUp)
      signal?.removeEventListener('abort', stop)
      worker.terminate()
    }
    worker.onmessage = ({ data }: MessageEvent<ReadBytes>) => resolve(data)
    worker.onmessageerror = () => reject(new UnreadableFile(notReadable))
    // It answers whatever it meets, so nothing but its own code can be missing.
    worker.onerror = (cause) => {
      cause.preventDefault()
      loadChunk(() => Promise.reject(cause)).catch(reject)
    }
    worker.postMessage(file)
  })
  return reading.finally(end)
}
