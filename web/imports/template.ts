import { saveFile } from '#web/lib/save-file.ts'
import { csvFile } from '#worker/domain/csv.ts'
import { templateHeadings } from '#worker/domain/import/fields.ts'
import { kindWords, type SheetKind } from './kind-words.ts'

/** An empty file to fill in, whose headings are all known. */
export function saveTemplate(kind: SheetKind): void {
  const file = new Blob([csvFile(templateHeadings[kind], [])], { type: 'text/csv' })
  saveFile(file, `Vorlage ${kindWords[kind].label}.csv`)
}
