import { useState } from 'react'
import { Failure } from '#web/components/failure.tsx'
import { FileDrop } from '#web/components/file-drop.tsx'
import { detailOf } from '#web/lib/failure-detail.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import type { Import } from '#worker/imports/imports.contract.ts'
import type { SheetKind } from './kind-words.ts'
import { ProgressLine } from './progress-line.tsx'
import type { CodePage, Reading } from './reading/code-page.ts'
import { ReadingQuestion } from './reading-question.tsx'
import { stageFile } from './stage-file.ts'
import type { Progress } from './upload.ts'

type Staging = ReturnType<typeof useStaging>

/** A file on its way from its choice to the server; in between it may be asked how its letters are read. */
export function useStaging(kind: SheetKind, onStaged: (staged: Import) => unknown) {
  const [progress, setProgress] = useState<Progress | null>(null)
  const [asked, setAsked] = useState<{ file: File; readings: Reading[] } | null>(null)
  const { submit, isPending, failure } = useSubmit(stageFile(setProgress), (done, { file }) => {
    if ('staged' in done) onStaged(done.staged)
    else setAsked({ file, readings: done.readings })
  })
  const stage = (file: File, codePage?: CodePage) => {
    setAsked(null)
    void submit({ kind, file, ...(codePage && { codePage }) })
  }
  return { progress, asked, isPending, failure, stage, cancel: () => setAsked(null) }
}

export function FileChoice({ staging }: { staging: Staging }) {
  const { progress, asked, isPending, failure, stage, cancel } = staging
  return (
    <>
      {failure && <Failure failure={failure} detail={detailOf(failure)} focusOnMount />}
      {asked ? (
        <ReadingQuestion
          fileName={asked.file.name}
          readings={asked.readings}
          onAnswer={(codePage) => stage(asked.file, codePage)}
          onCancel={cancel}
        />
      ) : (
        <FileDrop
          busy={isPending}
          label="Datei"
          accept=".xlsx,.csv,.txt,.zip,text/csv"
          words="Datei auswählen"
          hint="oder hierher ziehen: Excel (.xlsx), CSV oder ein Archiv aus „Alles herunterladen“ (.zip), höchstens 20 MB und 20.000 Zeilen."
          onChoose={([file]) => file && stage(file)}
        >
          <ProgressLine progress={isPending ? progress : undefined} />
        </FileDrop>
      )}
    </>
  )
}
