import { FileDrop } from '#web/ui/file-drop.tsx'
import { ProgressLine } from './progress-line.tsx'
import type { Progress } from './upload.ts'

type FileChoiceProps = {
  /** undefined = nothing runs, null = it is being read */
  progress: Progress | null | undefined
  onChoose: (file: File) => void
}

export function FileChoice({ progress, onChoose }: FileChoiceProps) {
  return (
    <FileDrop
      busy={progress !== undefined}
      label="Datei"
      accept=".xlsx,.csv,.txt,.zip,text/csv"
      words="Datei auswählen"
      hint="oder hierher ziehen: Excel (.xlsx), CSV oder ein Archiv aus „Alles herunterladen“ (.zip), höchstens 20 MB und 20.000 Zeilen."
      onChoose={([file]) => file && onChoose(file)}
    >
      <ProgressLine progress={progress} />
    </FileDrop>
  )
}
