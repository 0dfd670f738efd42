import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Failure } from '#web/components/failure.tsx'
import { detailOf } from '#web/lib/failure-detail.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import type { StagedImport } from '#worker/imports/imports.contract.ts'
import { type FileInHand, fileInHand } from './file-in-hand.ts'
import { kindWords, type SheetKind } from './kind-words.ts'
import { ProgressLine } from './progress-line.tsx'
import { stageAlso } from './stage-file.ts'
import type { Progress } from './upload.ts'

type AlsoHoldsProps = { of: StagedImport; kind: SheetKind }

/** One file, one kind: what else stands in it is asked for when the first is done. */
export function AlsoHolds({ of, kind }: AlsoHoldsProps) {
  const file = fileInHand(of.id)
  const { alsoHolds, follow } = kindWords[kind]
  return (
    <Alert
      tone="info"
      title={`In dieser Datei stehen auch ${alsoHolds}.`}
      action={
        file ? (
          <Again kind={kind} file={file} />
        ) : (
          <Button asChild size="sm">
            <Link to={`${paths.imports}?kind=${kind}`}>Datei noch einmal wählen</Link>
          </Button>
        )
      }
    >
      Jetzt als {follow} übernehmen?
    </Alert>
  )
}

function Again({ kind, file }: { kind: SheetKind; file: FileInHand }) {
  const navigate = useNavigate()
  const [progress, setProgress] = useState<Progress | null>(null)
  const { submit, isPending, failure } = useSubmit(stageAlso(setProgress), ({ id }) =>
    navigate(paths.import(id)),
  )
  return (
    <>
      <Button size="sm" busy={isPending} onClick={() => void submit({ kind, file })}>
        Ja, übernehmen
      </Button>
      {isPending && <ProgressLine progress={progress} />}
      {failure && <Failure failure={failure} detail={detailOf(failure)} focusOnMount />}
    </>
  )
}
