import { useState } from 'react'
import { useNavigate } from 'react-router'
import { discardImport } from '#web/data/imports.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Card, CardBody } from '#web/ui/card.tsx'
import { Failure } from '#web/ui/failure.tsx'
import type { StagedImport } from '#worker/imports/imports.contract.ts'
import { FileChoice } from './file-choice.tsx'
import { isSheetKind } from './kind-words.ts'
import { stageFile } from './stage-file.ts'
import { Steps } from './steps.tsx'
import type { Progress } from './upload.ts'

/** The tab was closed before the whole file had arrived. */
export function IncompleteStep({ of }: { of: StagedImport }) {
  const navigate = useNavigate()
  const [progress, setProgress] = useState<Progress | null>(null)
  const { submit, isPending, failure } = useSubmit(stageFile(setProgress), ({ id }) => {
    // What did arrive is over after a day by itself.
    void discardImport.mutationFn(of.id).catch(() => {})
    return navigate(paths.import(id), { replace: true })
  })
  return (
    <>
      <Steps at={1} />
      <Card bleed>
        <CardBody className="grid gap-4 pt-6">
          <Alert tone="warn" title="Die Datei ist nicht ganz angekommen">
            Wähle sie noch einmal. Gespeichert ist davon nichts.
          </Alert>
          {failure && <Failure failure={failure} detail={detailOf(failure)} focusOnMount />}
          <FileChoice
            progress={isPending ? progress : undefined}
            onChoose={(file) =>
              void submit({ kind: isSheetKind(of.kind) ? of.kind : 'members', file })
            }
          />
        </CardBody>
      </Card>
    </>
  )
}
