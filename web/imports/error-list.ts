import { saveFile } from '#web/lib/save-file.ts'
import { csvFile } from '#worker/domain/csv.ts'
import type { PreviewRow } from '#worker/imports/imports.contract.ts'
import { verdictWord } from './verdicts.tsx'

const heads = ['Zeile', 'Urteil', 'Name', 'Feld', 'Inhalt', 'Grund'] as const

/** What is to be put right in the file itself, a line for each reason. */
function errorList(rows: readonly PreviewRow[]): string {
  const lines = rows
    .filter(({ verdict }) => verdict === 'error' || verdict === 'duplicate')
    .flatMap((row) => {
      const head = [String(row.row), verdictWord(row.verdict), row.title]
      return row.reasons.map(({ field, text }) => {
        const cell = row.cells.find((one) => one.field === field)
        return [...head, cell?.label ?? '', cell?.text ?? '', text]
      })
    })
  return csvFile(heads, lines)
}

export function saveErrorList(rows: readonly PreviewRow[]): void {
  saveFile(new Blob([errorList(rows)], { type: 'text/csv' }), 'Fehlerliste.csv')
}
