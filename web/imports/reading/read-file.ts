import { loadChunk } from '#web/lib/load-chunk.ts'
import { maxArchiveBytes } from '#worker/domain/limits.ts'
import type { CodePage, EncodingOption } from './code-page.ts'
import type { ReadBytes } from './read-bytes.ts'
import { refusalWords } from './refusals.ts'
import { type Sheet, sheetOf } from './sheet.ts'

export type ReadFile =
  /** `best`: the index of the sheet that most likely has the data. */
  | { kind: 'sheet'; sheets: Sheet[]; best: number; sha256: string }
  /** Our own archive: its unpacked files by name. */
  | { kind: 'archive'; files: Record<string, Uint8Array>; sha256: string }
  /** A text in one of several possible encodings: the user has to choose. */
  | { kind: 'readings'; readings: EncodingOption[] }

/** The file cannot be imported; `message` tells the user in German what to do. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

/** A message to the worker. `codePage`: the encoding that the user has chosen. */
export type FileToRead = { file: File; codePage: CodePage | undefined }

/** Longer than reading any file within the size limits takes. */
const patienceInMs = 30_000

/**
 * Reads a file in a worker, so that the page stays responsive. `codePage`: the encoding, if the user has chosen one.
 * @throws UnreadableFile, or the signal's reason when aborted
 */
export async function readFile(
  file: File,
  { codePage, signal }: { codePage?: CodePage | undefined; signal?: AbortSignal } = {},
): Promise<ReadFile> {
  signal?.throwIfAborted()
  if (file.size > maxArchiveBytes) throw new UnreadableFile(refusalWords.bytes)
  const read = await readBeside({ file, codePage }, signal)
  switch (read.kind) {
    case 'unreadable':
      throw new UnreadableFile(refusalWords[read.why])
    case 'archive':
    case 'readings':
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

function readBeside(asked: FileToRead, signal?: AbortSignal): Promise<ReadBytes> {
  const worker = new Worker(new URL('./read-file.worker.ts', import.meta.url), { type: 'module' })
  let end = () => worker.terminate()
  const reading = new Promise<ReadBytes>((resolve, reject) => {
    const giveUp = setTimeout(
      () => reject(new UnreadableFile(refusalWords.tookTooLong)),
      patienceInMs,
    )
    const stop = () => reject(signal?.reason)
    signal?.addEventListener('abort', stop)
    end = () => {
      clearTimeout(giveUp)
      signal?.removeEventListener('abort', stop)
      worker.terminate()
    }
    worker.onmessage = ({ data }: MessageEvent<ReadBytes>) => resolve(data)
    worker.onmessageerror = () => reject(new UnreadableFile(refusalWords.unknown))
    // The worker answers every file, so an error means that its code was not loaded.
    worker.onerror = (cause) => {
      cause.preventDefault()
      loadChunk(() => Promise.reject(cause)).catch(reject)
    }
    worker.postMessage(asked)
  })
  return reading.finally(end)
}
