import { useRef } from 'react'
import { commitImport, importQuery } from '#web/data/imports.ts'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { putAnswer, queryClient } from '#web/lib/query.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Card } from '#web/ui/card.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { QuerySection, type SectionQuery } from '#web/ui/query-section.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { ImportPreview, StagedImport } from '#worker/imports/imports.contract.ts'
import { CommitBar } from './commit-bar.tsx'
import type { SheetKind } from './kind-words.ts'
import { QuestionsCard } from './questions-card.tsx'
import { RowsCard } from './rows-card.tsx'
import { SkippedCard } from './skipped-card.tsx'
import { useArranged } from './use-arranged.ts'
import type { MappingState } from './use-mapping.ts'
import { useRowChanges } from './use-row-changes.ts'
import { VerdictFilter } from './verdicts.tsx'

type PreviewStepProps = {
  staged: StagedImport
  kind: SheetKind
  mapping: MappingState
  preview: SectionQuery<ImportPreview>
  onBack: () => void
}

export function PreviewStep({ preview, ...rest }: PreviewStepProps) {
  return (
    <QuerySection query={preview} waiting={<Waiting />}>
      {(known) => (
        <Preview
          preview={known}
          isAsking={preview.isFetching}
          refetch={preview.refetch}
          {...rest}
        />
      )}
    </QuerySection>
  )
}

type PreviewProps = Omit<PreviewStepProps, 'preview'> & {
  preview: ImportPreview
  isAsking: boolean
  refetch: () => unknown
}

function Preview({ staged, kind, mapping, preview, isAsking, refetch, onBack }: PreviewProps) {
  const changes = useRowChanges(staged.id)
  const arranged = useArranged(preview.rows, changes.placeOf)
  const { submit, isPending, failure } = useSubmit(
    {
      ...commitImport(staged.id),
      onError() {
        // It may be done, here or by somebody else; and what stands here is to be looked at anew.
        void queryClient.invalidateQueries({
          queryKey: importQuery(staged.id).queryKey,
          exact: true,
        })
        void refetch()
      },
    },
    (done) => putAnswer(importQuery(staged.id), { ...staged, ...done }),
  )
  const top = useRef<HTMLDivElement>(null)
  return (
    <div ref={top} className="grid gap-6 *:min-w-0">
      <CommitFailure failure={failure} />
      <VerdictFilter
        counts={preview.counts}
        chosen={arranged.verdict}
        onChoose={(verdict) => {
          changes.settle()
          arranged.choose(verdict)
        }}
      />
      <QuestionsCard questions={preview.questions} mapping={mapping} />
      {(changes.failure || mapping.failure) && (
        <SavingFailure failures={[changes.failure, mapping.failure]} onRetry={mapping.retry} />
      )}
      <RowsCard
        rows={preview.rows}
        arranged={arranged}
        changes={changes}
        onFill={mapping.setEmpty}
      />
      <SkippedCard skipped={staged.skipped} />
      <CommitBar
        kind={kind}
        preview={preview}
        isSettled={mapping.isKept && !changes.isPending && !isAsking}
        isPending={isPending}
        onBack={onBack}
        onCommit={() => void submit(preview.seen)}
      />
    </div>
  )
}

const changedMeanwhile =
  'Seit der Prüfung hat sich bei den Daten der Zunft etwas geändert. Sieh die Zeilen noch einmal durch, dann übernimm sie.'

function CommitFailure({ failure }: { failure: CallFailure | null }) {
  if (!failure) return null
  if (failure.error?.code === 'ImportStale')
    return (
      <Alert tone="warn" focusOnMount>
        <p>{changedMeanwhile}</p>
      </Alert>
    )
  return <Failure failure={failure} detail={detailOf(failure)} focusOnMount />
}

type SavingFailureProps = { failures: readonly (CallFailure | null)[]; onRetry: () => void }

function SavingFailure({ failures: [ofRow, ofMapping], onRetry }: SavingFailureProps) {
  return (
    <>
      {ofRow && <Failure failure={ofRow} detail={detailOf(ofRow)} />}
      {ofMapping && <Failure failure={ofMapping} detail={detailOf(ofMapping)} onRetry={onRetry} />}
    </>
  )
}

function Waiting() {
  return (
    <Loading label="Die Zeilen werden geprüft …">
      <Card bleed className="grid gap-4 p-6">
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-60 w-full" />
      </Card>
    </Loading>
  )
}
