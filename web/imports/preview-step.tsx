import { Failure } from '#web/components/failure.tsx'
import { QuerySection, type SectionQuery } from '#web/components/query-section.tsx'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { Card } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type {
  ImportPreview,
  ImportQuestion,
  StagedImport,
} from '#worker/imports/imports.contract.ts'
import { CommitBar } from './commit-bar.tsx'
import type { SheetKind } from './kind-words.ts'
import { QuestionsCard } from './questions-card.tsx'
import { RowsCard } from './rows-card.tsx'
import { SkippedCard } from './skipped-card.tsx'
import { TakingOverFailure } from './taking-over-failure.tsx'
import { useArranged } from './use-arranged.ts'
import type { MappingState } from './use-mapping.ts'
import { useRowChanges } from './use-row-changes.ts'
import { useTakingOver } from './use-taking-over.ts'
import { VerdictFilter } from './verdicts.tsx'

type PreviewStepProps = {
  staged: StagedImport
  kind: SheetKind
  mapping: MappingState
  preview: SectionQuery<ImportPreview>
  questions: readonly ImportQuestion[]
  onBack: () => void
}

export function PreviewStep({ preview, ...rest }: PreviewStepProps) {
  return (
    <QuerySection query={preview} waiting={<Waiting />}>
      {(known) => <Preview preview={known} isAsking={preview.isFetching} {...rest} />}
    </QuerySection>
  )
}

type PreviewProps = Omit<PreviewStepProps, 'preview'> & {
  preview: ImportPreview
  isAsking: boolean
}

function Preview({ staged, kind, mapping, preview, questions, isAsking, onBack }: PreviewProps) {
  const changes = useRowChanges(staged.id)
  const arranged = useArranged(preview.rows, changes.placeOf)
  const { submit, isPending, failure } = useTakingOver(staged)
  return (
    <div className="grid gap-6 *:min-w-0">
      <TakingOverFailure failure={failure} />
      <VerdictFilter
        counts={preview.counts}
        chosen={arranged.verdict}
        onChoose={(verdict) => {
          changes.settle()
          arranged.choose(verdict)
        }}
      />
      <QuestionsCard questions={questions} mapping={mapping} />
      {(changes.failure || mapping.failure) && (
        <SavingFailure failures={[changes.failure, mapping.failure]} onRetry={mapping.retry} />
      )}
      <RowsCard
        kind={kind}
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
