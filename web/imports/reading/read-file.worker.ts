import { type ReadBytes, readBytes } from './read-bytes.ts'

// Beside the page: a large workbook takes seconds, and some take forever.

self.addEventListener('message', async ({ data }: MessageEvent<File>) => {
  self.postMessage(await read(data))
})

async function read(file: File): Promise<ReadBytes> {
  try {
    return await readBytes(new Uint8Array(await file.arrayBuffer()))
  } catch {
    return { kind: 'unreadable', isTooLarge: false }
  }
}
