import { onTestFinished, vi } from 'vitest'
import { readBytes } from '#web/imports/reading/read-bytes.ts'
import type { FileToRead } from '#web/imports/reading/read-file.ts'

/**
 * Replaces the worker thread of read-file.worker.ts, which jsdom lacks: the same code runs in the same
 * thread.
 */
export function readFilesHere(): void {
  class WorkerHere {
    onmessage: ((event: { data: unknown }) => void) | null = null
    onmessageerror = null
    onerror = null
    async postMessage({ file, codePage }: FileToRead) {
      const data = await readBytes(new Uint8Array(await file.arrayBuffer()), codePage)
      this.onmessage?.({ data })
    }
    terminate() {
      this.onmessage = null
    }
  }
  vi.stubGlobal('Worker', WorkerHere)
  onTestFinished(() => {
    vi.stubGlobal('Worker', undefined)
  })
}
