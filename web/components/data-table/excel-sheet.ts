import { type Column, plainText } from './column.ts'

/** A table of plain values for the worker, which writes days and money as such: `kinds` has the kind of each column. */
export type Sheet = {
  kinds: Column<never>['kind'][]
  head: string[]
  rows: (string | number | null)[][]
}

/** The values of the rows as they are: days as ISO days, money in cents, and texts as texts, with leading zeros. */
export function sheetOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Sheet {
  return {
    kinds: columns.map(({ kind }) => kind),
    head: columns.map(({ header }) => header),
    rows: rows.map((row) =>
      columns.map((column) =>
        column.kind === 'text' || column.kind === 'choice'
          ? plainText(column, row)
          : column.value(row),
      ),
    ),
  }
}

/** Writes the sheet as an .xlsx file, in a worker, since a long list takes a second. */
export function writeWorkbook(sheet: Sheet): Promise<Blob> {
  const worker = new Worker(new URL('./excel.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Blob>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Blob | null>) => (data ? resolve(data) : reject())
    worker.onmessageerror = reject
    worker.onerror = (cause) => {
      cause.preventDefault()
      reject(cause)
    }
    worker.postMessage(sheet)
  }).finally(() => worker.terminate())
}
