import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Radio } from '#web/ui/checkbox.tsx'
import type { CodePage, Reading } from './reading/code-page.ts'

type ReadingQuestionProps = {
  fileName: string
  /** The likeliest first. */
  readings: readonly Reading[]
  onAnswer: (codePage: CodePage) => void
  onCancel: () => void
}

/** Asked once for the file, where its letters can be read in several ways and none is clearly right. */
export function ReadingQuestion({ fileName, readings, onAnswer, onCancel }: ReadingQuestionProps) {
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
