import type { Sheet } from './excel-sheet.ts'
import { workbookOf } from './excel-file.ts'

self.addEventListener('message', async ({ data }: MessageEvent<Sheet>) => {
  self.postMessage(await workbookOf(data).catch(() => null))
})
