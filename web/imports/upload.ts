import type { NewImport, PartBody } from '#worker/imports/imports.contract.ts'
import type { Sheet } from './reading/sheet.ts'

/** Of a sheet what `POST /api/imports` takes, but for what the page adds. */
export type SheetUpload = {
  body: Pick<NewImport, 'headings' | 'samples' | 'rowCount' | 'parts' | 'skipped'>
  parts: PartBody[]
}

/** Cuts a sheet into parts that the server takes. */
export function uploadOf(sheet: Sheet): SheetUpload {
  return {
    body: {
      headings: sheet.headings,
      samples: [],
      rowCount: sheet.rows.length,
      parts: 1,
      skipped: sheet.skipped,
    },
    parts: [],
  }
}

export type Progress = { sent: number; parts: number }

/**
 * Sends the parts that are missing, one after the other; one that fails is sent again. `put` throws
 * when the server did not take a part. An aborted signal ends it; what has arrived stays.
 */
export async function sendParts(
  _parts: readonly PartBody[],
  _options: {
    put: (n: number, part: PartBody) => Promise<void>
    received?: readonly number[]
    onProgress?: (progress: Progress) => void
    signal?: AbortSignal
  },
): Promise<void> {}
