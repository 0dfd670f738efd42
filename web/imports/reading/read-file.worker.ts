import { type ReadBytes, readBytes } from './read-bytes.ts'
import type { FileToRead } from './read-file.ts'

// Reads files in a worker: a large workbook takes seconds, and a reading that hangs can be terminated.

self.addEventListener('message', async ({ data }: MessageEvent<FileToRead>) => {
  self.postMessage(await read(data))
})

async function read({ file, codePage }: FileToRead): Promise<ReadBytes> {
  try {
    return await readBytes(new Uint8Array(await file.arrayBuffer()), codePage)
  } catch {
    return { kind: 'unreadable', why: 'unknown' }
  }
}
