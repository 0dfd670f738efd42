import { CallFailure } from '#web/lib/call-failure.ts'
import { maxCellLength, maxPartBytes } from '#worker/domain/limits.ts'
import type { ImportCell, NewImport, PartBody } from '#worker/imports/imports.contract.ts'
import { isBlankCell, type Line, type Sheet } from './reading/sheet.ts'

/** The sheet's part of the body of `POST /api/imports`, and its rows in parts. */
export type SheetUpload = {
  body: Pick<NewImport, 'headings' | 'samples' | 'rowCount' | 'parts' | 'skipped'>
  parts: PartBody[]
}

/** Cuts a sheet into parts that the server accepts. */
export function uploadOf(sheet: Sheet): SheetUpload {
  const parts = partsOf(sheet.rows)
  return {
    body: {
      headings: sheet.headings,
      samples: samplesOf(sheet),
      rowCount: sheet.rows.length,
      parts: parts.length,
      skipped: sheet.skipped,
    },
    parts,
  }
}

/** The first three values of each column, shown beside its heading. */
function samplesOf({ headings, rows }: Sheet): ImportCell[][] {
  return headings.map((_, column) => {
    const found: ImportCell[] = []
    for (const { cells } of rows) {
      const cell = cells[column] ?? null
      if (!isBlankCell(cell)) found.push(typeof cell === 'string' ? cell.slice(0, 200) : cell)
      if (found.length === 3) break
    }
    return found
  })
}

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length

/** The size of a part without rows, `{"rows":[]}`. */
const bytesAround = bytesOf({ rows: [] })

function partsOf(rows: readonly Line[]): PartBody[] {
  const parts: PartBody[] = []
  let part: PartBody = { rows: [] }
  let size = bytesAround
  for (const row of rows.map(storable)) {
    const bytes = bytesOf(row) + 1
    if (size + bytes > maxPartBytes) {
      parts.push(part)
      part = { rows: [] }
      size = bytesAround
    }
    part.rows.push(row)
    size += bytes
  }
  return [...parts, part]
}

/** The line with longer texts cut to what the server accepts; its `problem` then says so. */
function storable(line: Line): Line {
  const isLong = line.cells.some((cell) => typeof cell === 'string' && cell.length > maxCellLength)
  const cut = isLong ? shortened(line, maxCellLength) : line
  // 200 columns of 500 characters of at most six bytes each (\u0000) fit into a part.
  return bytesOf(cut) < maxPartBytes / 2 ? cut : shortened(line, 500)
}

function shortened(line: Line, length: number): Line {
  return {
    ...line,
    cells: line.cells.map((cell) => (typeof cell === 'string' ? cell.slice(0, length) : cell)),
    problem: line.problem ?? 'In dieser Zeile steht ein Text, der zu lang ist.',
  }
}

export type Progress = { sent: number; parts: number }

/** The pauses before retries after short network failures. */
const waitsInMs = [500, 2_000, 5_000]

/**
 * Sends the missing parts in order and retries failed ones. `put` throws when a part did not
 * arrive. Aborting `signal` stops the upload; the server keeps the parts that have arrived.
 */
export async function sendParts<Part>(
  parts: readonly Part[],
  options: {
    put: (n: number, part: Part) => Promise<void>
    /** The numbers of parts that have arrived before. */
    received?: readonly number[]
    onProgress?: (progress: Progress) => void
    signal?: AbortSignal
  },
): Promise<void> {
  const { put, received = [], onProgress, signal } = options
  const arrived = new Set(received)
  const missing = parts.map((part, index) => ({ part, n: index + 1 }))
  onProgress?.({ sent: arrived.size, parts: parts.length })
  for (const { part, n } of missing.filter(({ n }) => !arrived.has(n))) {
    await withRetries(() => put(n, part), signal)
    arrived.add(n)
    onProgress?.({ sent: arrived.size, parts: parts.length })
  }
}

async function withRetries(
  send: () => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const wait of waitsInMs) {
    signal?.throwIfAborted()
    try {
      return await send()
    } catch (cause) {
      if (isRefusal(cause)) throw cause
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
  signal?.throwIfAborted()
  await send()
}

/** Whether the server has rejected the part, so that a retry would fail as well. */
function isRefusal(cause: unknown): boolean {
  const status = cause instanceof CallFailure ? (cause.status ?? 0) : 0
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}
