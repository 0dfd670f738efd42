import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { previewQuery } from '#web/data/imports.ts'
import { noAutoRefetch } from '#web/lib/query.ts'
import type { StagedImport } from '#worker/imports/imports.contract.ts'
import type { SheetKind } from './kind-words.ts'
import { MappingStep } from './mapping-step.tsx'
import { missingFields, usedTwice } from './mapping-words.ts'
import { PreviewStep } from './preview-step.tsx'
import { Steps } from './steps.tsx'
import { useMapping } from './use-mapping.ts'
import { useQuestions } from './use-questions.ts'

type SheetStepsProps = { staged: StagedImport; kind: SheetKind }

/** Which column is what, then what comes of it; a reload stays where one was. */
export function SheetSteps({ staged, kind }: SheetStepsProps) {
  const [search, setSearch] = useSearchParams()
  const mapping = useMapping(staged, kind)
  const isComplete =
    missingFields(kind, mapping).length === 0 && usedTwice(mapping.columns).size === 0
  const preview = useQuery({
    ...previewQuery(staged.id),
    ...noAutoRefetch,
    // Of what is not kept yet it would tell the state before.
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

/** Each step is read from its start; the button that led there is gone. */
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
