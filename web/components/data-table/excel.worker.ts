import { workbookOf } from './excel-file.ts'
import type { Sheet } from './excel-sheet.ts'

self.addEventListener('message', async ({ data }: MessageEvent<Sheet>) => {
  self.postMessage(await workbookOf(data).catch(() => null))
})
