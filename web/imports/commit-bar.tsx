import { Download } from 'lucide-react'
import { counted } from '#web/lib/german-count.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { csvFile } from '#worker/domain/csv.ts'
import type { ImportPreview, PreviewRow } from '#worker/imports/imports.contract.ts'
import { countsText, importedRowsText, type SheetKind } from './kind-words.ts'
import { isRowQuestion } from './mapping-words.ts'
import { ActBar } from './steps.tsx'
import { verdictWord } from './verdicts.tsx'

type CommitBarProps = {
  kind: SheetKind
  preview: ImportPreview
  /** Whether all changes of rows are stored; until then the import cannot start. */
  isSettled: boolean
  isPending: boolean
  onBack: () => void
  onCommit: () => void
}

/** The bar that starts the import; disabled while a row is undecided or has an error, since all rows are imported or none. */
export function CommitBar({ kind, preview, isSettled, isPending, ...props }: CommitBarProps) {
  const { counts, rows } = preview
  const why = obstacleOf(preview)
  const written = importedRowsText(kind, counts)
  const isListed = counts.error + counts.duplicate > 0
  return (
    <ActBar
      actions={
        <>
          {isListed && (
            <Button variant="ghost" onClick={() => saveErrorList(rows)}>
              <Download />
              Fehlerliste
            </Button>
          )}
          <Button disabled={isPending} onClick={props.onBack}>
            Zurück
          </Button>
          <Button
            variant="primary"
            disabled={why !== null || !isSettled}
            busy={isPending}
            onClick={props.onCommit}
          >
            {written ? `${written} übernehmen` : 'Übernehmen'}
          </Button>
        </>
      }
    >
      <p role="status">
        {isPending
          ? 'Wird übernommen. Das kann eine halbe Minute dauern …'
          : (why ?? outcomeOf(preview))}
      </p>
    </ActBar>
  )
}

function obstacleOf({ counts, questions }: ImportPreview): string | null {
  const open = questions.filter(
    (question) => !isRowQuestion(question) && (question.answer ?? '') === '',
  ).length
  const parts = [
    counts.error > 0 && counted(counts.error, 'Zeile mit Fehler', 'Zeilen mit Fehlern'),
    counts.duplicate > 0 && `${counted(counts.duplicate, 'Zeile', 'Zeilen')} mit „doppelt?“`,
  ].filter(Boolean)
  if (parts.length > 0) {
    const hint = open > 0 ? ' Beantworte zuerst, was oben gefragt ist.' : ''
    return `Erst noch zu entscheiden: ${parts.join(', ')}.${hint}`
  }
  if (counts.new + counts.changes === 0) return 'Es gibt nichts zu übernehmen.'
  return null
}

function outcomeOf({ counts }: ImportPreview): string {
  const left = counts.same + counts.skipped
  const rows = counted(counts.new + counts.changes, 'Zeile wird', 'Zeilen werden')
  const what = countsText({ ...counts, same: 0, skipped: 0 })
  const stays = left > 0 ? ` ${counted(left, 'bleibt, wie sie ist', 'bleiben, wie sie sind')}.` : ''
  return `${rows} übernommen: ${what}.${stays}`
}

const heads = ['Zeile', 'Urteil', 'Name', 'Feld', 'Inhalt', 'Grund'] as const

/** The errors to correct in the file itself, a line for each reason. */
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

function saveErrorList(rows: readonly PreviewRow[]): void {
  saveFile(new Blob([errorList(rows)], { type: 'text/csv' }), 'Fehlerliste.csv')
}
