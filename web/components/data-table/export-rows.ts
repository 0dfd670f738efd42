import { saveFile } from '#web/lib/save-file.ts'
import { csvFile } from '#worker/domain/csv.ts'
import { type Column, plainText } from './column.ts'

/** Spec §2: the file "Export", the visible columns and the filtered rows. */
export function exportRows<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): void {
  const text = csvFile(
    columns.map(({ header }) => header),
    rows.map((row) => columns.map((column) => plainText(column, row))),
  )
  saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), 'Export.csv')
}
