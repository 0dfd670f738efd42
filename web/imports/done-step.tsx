import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Failure } from '#web/components/failure.tsx'
import { previewQuery } from '#web/data/imports.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import type { ImportKind } from '#worker/domain/codes.ts'
import { germanInstant } from '#worker/domain/dates.ts'
import type { StagedImport } from '#worker/imports/imports.contract.ts'
import { countsText, isSheetKind, kindWords, type SheetKind } from './kind-words.ts'
import { ProgressLine } from './progress-line.tsx'
import { type LoadedFile, loadedFileOf, stageOtherSheet } from './stage-file.ts'
import { Steps } from './steps.tsx'
import { UndoDialog } from './undo-dialog.tsx'
import type { Progress } from './upload.ts'

const lists: Record<ImportKind, { to: string; label: string }> = {
  members: { to: paths.members, label: 'Zur Mitgliederliste' },
  costumes: { to: paths.costumes, label: 'Zu den Kleidern' },
  honors: { to: paths.honorHolders, label: 'Zu den Ehrungen' },
  duties: { to: paths.dutyHolders, label: 'Zum Dienstbuch' },
  paradesBefore: { to: paths.paradesPerMember, label: 'Zur Anzahl Sprünge' },
  parades: { to: paths.parades, label: 'Zu den Umzügen' },
  participations: { to: paths.paradesPerMember, label: 'Zur Anzahl Sprünge' },
  archive: { to: paths.members, label: 'Zur Mitgliederliste' },
}

/** The result of an import, with links onwards and the undo button. */
export function DoneStep({ of }: { of: StagedImport }) {
  const [isUndoing, setUndoing] = useState(false)
  const head = useArrival()
  const { to, label } = lists[of.kind]
  const isUndone = of.state === 'undone'
  return (
    <>
      <Steps at={5} />
      <div className="grid gap-6 *:min-w-0">
        <Card bleed className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 p-6 max-md:px-4">
          {isUndone ? (
            <Undo2 aria-hidden="true" className="size-6 text-muted-foreground" />
          ) : (
            <CircleCheck aria-hidden="true" className="size-6 text-success" />
          )}
          <div>
            <h2 ref={head} tabIndex={-1} className="outline-none">
              {isUndone ? 'Zurückgenommen' : 'Übernommen'}
              {of.counts && !isUndone && `: ${countsText(of.counts)}`}
            </h2>
            <p className="mt-1 text-muted-foreground">
              {of.undoneAt &&
                `${germanInstant(of.undoneAt)}, ${of.undoneBy}. Alles ist wie zuvor, was nicht im Weg stand.`}
              {of.doneAt && !isUndone && `${germanInstant(of.doneAt)}, ${of.doneBy}`}
              {of.undoable && !isUndone && '. 30 Tage lang lässt es sich zurücknehmen.'}
            </p>
            <div className="mt-4 flex flex-wrap gap-3">
              {of.undoable && !isUndone && (
                <Button onClick={() => setUndoing(true)}>
                  <Undo2 />
                  Zurücknehmen
                </Button>
              )}
              <Button asChild>
                <Link to={paths.imports}>Noch eine Datei</Link>
              </Button>
              <Button asChild variant="primary">
                <Link to={to}>{label}</Link>
              </Button>
            </div>
          </div>
        </Card>
        {!isUndone && isSheetKind(of.kind) && <Also of={of} kind={of.kind} />}
      </div>
      {isUndoing && <UndoDialog of={of} onClose={() => setUndoing(false)} />}
    </>
  )
}

/** Offers the other kinds of data that the preview has found in the file; only the cached preview still names them. */
function Also({ of, kind }: { of: StagedImport; kind: SheetKind }) {
  const { data } = useQuery({ ...previewQuery(of.id), enabled: false })
  return (data?.alsoHolds ?? [])
    .filter(isSheetKind)
    .filter((one) => one !== kind)
    .map((one) => <AlsoHolds key={one} of={of} kind={one} />)
}

/** A ref for the heading, which takes the focus on arriving: the pressed button of the step before is gone. */
function useArrival() {
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) head.current?.focus({ preventScroll: true })
  }, [])
  return head
}

type AlsoHoldsProps = { of: StagedImport; kind: SheetKind }

/** Offers to import the same file again as another kind, since an import covers one kind. */
function AlsoHolds({ of, kind }: AlsoHoldsProps) {
  const file = loadedFileOf(of.id)
  const { alsoHolds, follow } = kindWords[kind]
  return (
    <Alert
      tone="info"
      title={`In dieser Datei stehen auch ${alsoHolds}.`}
      action={
        file ? (
          <ImportOtherSheet kind={kind} file={file} />
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

function ImportOtherSheet({ kind, file }: { kind: SheetKind; file: LoadedFile }) {
  const navigate = useNavigate()
  const [progress, setProgress] = useState<Progress | null>(null)
  const { submit, isPending, failure } = useSubmit(stageOtherSheet(setProgress), ({ id }) =>
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
