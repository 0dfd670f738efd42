import { useEffect, useRef, useState } from 'react'
import { Failure } from '#web/components/failure.tsx'
import { FileDrop } from '#web/components/file-drop.tsx'
import { detailOf } from '#web/lib/failure-detail.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { Radio } from '#web/ui/checkbox.tsx'
import type { Import } from '#worker/imports/imports.contract.ts'
import type { SheetKind } from './kind-words.ts'
import { ProgressLine } from './progress-line.tsx'
import type { CodePage, EncodingOption } from './reading/code-page.ts'
import { stageFile } from './stage-file.ts'
import type { Progress } from './upload.ts'

type Staging = ReturnType<typeof useStaging>

/** Reads and uploads the chosen file; the user may have to choose its encoding. */
export function useStaging(kind: SheetKind, onStaged: (staged: Import) => unknown) {
  const [progress, setProgress] = useState<Progress | null>(null)
  const [asked, setAsked] = useState<{ file: File; readings: EncodingOption[] } | null>(null)
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

type ReadingQuestionProps = {
  fileName: string
  /** The possible encodings, the most likely first. */
  readings: readonly EncodingOption[]
  onAnswer: (codePage: CodePage) => void
  onCancel: () => void
}

/** Asks for the encoding when several are plausible. */
function ReadingQuestion({ fileName, readings, onAnswer, onCancel }: ReadingQuestionProps) {
  const [chosen, setChosen] = useState<CodePage | null>(null)
  const question = useRef<HTMLLegendElement>(null)
  useEffect(() => question.current?.focus(), [])
  return (
    <fieldset className="grid gap-3">
      <legend ref={question} tabIndex={-1} className="mb-1 font-semibold outline-none">
        Wie heißt es richtig?
      </legend>
      <p className="text-muted-foreground">
        Ob Umlaute in <span className="wrap-anywhere">{fileName}</span> so oder so zu lesen sind,
        ist nicht sicher. Wähle die Zeile, in der alles stimmt.
      </p>
      <div className="grid">
        {readings.map(({ codePage, samples }) => (
          <Radio
            key={codePage}
            name="reading"
            checked={chosen === codePage}
            onChange={() => setChosen(codePage)}
            labelClassName="py-2"
          >
            <span className="wrap-anywhere">{samples.join(', ')}</span>
          </Radio>
        ))}
      </div>
      <p className="text-muted-foreground text-sm">
        Stimmt keine, öffne die Datei in Excel oder LibreOffice und speichere sie als
        Excel-Arbeitsmappe (.xlsx).
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          disabled={chosen === null}
          onClick={() => chosen && onAnswer(chosen)}
        >
          Weiter
        </Button>
        <Button variant="outline" onClick={onCancel}>
          Andere Datei
        </Button>
      </div>
    </fieldset>
  )
}
