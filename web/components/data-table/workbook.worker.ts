import type { Sheet } from './workbook.ts'
import { workbookOf } from './workbook-file.ts'

self.addEventListener('message', async ({ data }: MessageEvent<Sheet>) => {
  self.postMessage(await workbookOf(data).catch(() => null))
})
