import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Failure } from '#web/components/failure.tsx'
import { QuerySection, type SectionQuery } from '#web/components/query-section.tsx'
import { previewQuery } from '#web/data/imports.ts'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { noAutoRefetch } from '#web/lib/query.ts'
import { Card } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type {
  ImportPreview,
  ImportQuestion,
  StagedImport,
} from '#worker/imports/imports.contract.ts'
import { CommitBar } from './commit-bar.tsx'
import { CommitFailure, useCommitImport } from './commit-import.tsx'
import type { SheetKind } from './kind-words.ts'
import { MappingStep } from './mapping-step.tsx'
import { duplicateColumns, missingFields } from './mapping-words.ts'
import { QuestionsCard } from './questions-card.tsx'
import { RowsCard } from './rows-card.tsx'
import { SkippedCard } from './skipped-card.tsx'
import { Steps } from './steps.tsx'
import { useRowPaging } from './use-arranged.ts'
import { type MappingState, useMapping } from './use-mapping.ts'
import { useRowChanges } from './use-row-changes.ts'
import { VerdictFilter } from './verdicts.tsx'

type SheetStepsProps = { staged: StagedImport; kind: SheetKind }

/** The steps of mapping columns and previewing rows; a reload stays at the current step. */
export function SheetSteps({ staged, kind }: SheetStepsProps) {
  const [search, setSearch] = useSearchParams()
  const mapping = useMapping(staged, kind)
  const isComplete =
    missingFields(kind, mapping).length === 0 && duplicateColumns(mapping.columns).size === 0
  const preview = useQuery({
    ...previewQuery(staged.id),
    ...noAutoRefetch,
    // The server computes the preview from the stored mapping, so the call waits until the mapping is stored.
    enabled: isComplete && mapping.isKept,
    staleTime: 60_000,
  })
  const questions = useQuestions(preview.data?.questions, mapping)
  const isPreview = search.get('step') === 'preview' && isComplete
  const top = useTopOfStep(isPreview)
  const goTo = (step: 'preview' | null) => setSearch(step ? { step } : {})
  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      <Steps at={isPreview ? 3 : 2} />
      {isPreview ? (
        <PreviewStep
          staged={staged}
          kind={kind}
          mapping={mapping}
          preview={preview}
          questions={questions}
          onBack={() => goTo(null)}
        />
      ) : (
        <MappingStep
          staged={staged}
          kind={kind}
          mapping={mapping}
          questions={questions}
          onNext={() => goTo('preview')}
        />
      )}
    </div>
  )
}

/** When the step changes, scrolls to its top and moves the focus there, since the pressed button is gone. */
function useTopOfStep(isPreview: boolean) {
  const top = useRef<HTMLDivElement>(null)
  const shown = useRef(isPreview)
  useEffect(() => {
    if (shown.current === isPreview) return
    shown.current = isPreview
    top.current?.focus({ preventScroll: true })
  }, [isPreview])
  return top
}

type PreviewStepProps = {
  staged: StagedImport
  kind: SheetKind
  mapping: MappingState
  preview: SectionQuery<ImportPreview>
  questions: readonly ImportQuestion[]
  onBack: () => void
}

function PreviewStep({ preview, ...rest }: PreviewStepProps) {
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
  const arranged = useRowPaging(preview.rows, changes.placeOf)
  const { submit, isPending, failure } = useCommitImport(staged)
  return (
    <div className="grid gap-6 *:min-w-0">
      <CommitFailure failure={failure} />
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

const keyOf = ({ place, field, word }: ImportQuestion): string =>
  JSON.stringify([place, field, word])

/** The open questions, and those answered on this page: their inputs stay, so that answers can be changed. */
function useQuestions(
  asked: readonly ImportQuestion[] | undefined,
  { answerOf, columns }: MappingState,
): ImportQuestion[] {
  const [{ last, seen }, setSeen] = useState({ last: asked, seen: asked ?? [] })
  if (asked && asked !== last) {
    const now = new Map(asked.map((question) => [keyOf(question), question]))
    const kept = seen.map((question) => now.get(keyOf(question)) ?? question)
    const before = new Set(seen.map(keyOf))
    const fresh = asked.filter((question) => !before.has(keyOf(question)))
    setSeen({ last: asked, seen: [...kept, ...fresh] })
  }
  const isAsked = new Set(asked?.map(keyOf))
  const isOfColumn = ({ place, field }: ImportQuestion) =>
    place !== 'words' || columns.includes(field)
  return seen.filter(
    (question) =>
      isAsked.has(keyOf(question)) || (answerOf(question) !== '' && isOfColumn(question)),
  )
}
