import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { Failure } from '#web/components/failure.tsx'
import { detailOf } from '#web/lib/failure-detail.ts'
import { counted } from '#web/lib/german-count.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { germanDate } from '#worker/domain/dates.ts'
import type { ImportQuestion, StagedImport } from '#worker/imports/imports.contract.ts'
import { ActBar } from './act-bar.tsx'
import { ColumnsCard } from './columns-card.tsx'
import { EmptyCard } from './empty-card.tsx'
import type { SheetKind } from './kind-words.ts'
import { isOfRows, missingFields, saysNoState, usedTwice } from './mapping-words.ts'
import { OtherKind } from './other-kind.tsx'
import { QuestionsCard } from './questions-card.tsx'
import { SameCard } from './same-card.tsx'
import { SheetChoice } from './sheet-choice.tsx'
import { SkippedCard } from './skipped-card.tsx'
import type { MappingState } from './use-mapping.ts'

type MappingStepProps = {
  staged: StagedImport
  kind: SheetKind
  mapping: MappingState
  questions: readonly ImportQuestion[]
  onNext: () => void
}

export function MappingStep({ staged, kind, mapping, onNext, ...asked }: MappingStepProps) {
  const questions = asked.questions.filter((question) => !isOfRows(question))
  const { failure, isKept, retry } = mapping
  const obstacle = obstacleOf(kind, mapping)
  const open = questions.filter((question) => mapping.answerOf(question) === '').length
  const { isWaiting, goOn } = useGoOn(isKept, failure !== null, onNext)
  return (
    <div className="grid gap-6 *:min-w-0">
      {staged.before && (
        <Alert tone="info" title={`Am ${germanDate(staged.before)} schon übernommen`}>
          Es ist dieselbe Datei. Was seither gleich geblieben ist, ändert sich nicht.
        </Alert>
      )}
      <OtherKind staged={staged} kind={kind} />
      <ColumnsCard staged={staged} kind={kind} mapping={mapping}>
        <SheetChoice staged={staged} kind={kind} />
      </ColumnsCard>
      {saysNoState(kind, mapping) && (
        <Alert tone="info" title="Keine Spalte sagt, wer aktiv und wer passiv ist">
          Wer neu dazukommt, wird aktiv, mit einem vergangenen Austritt ausgetreten. Ist es anders,
          ordne oben eine Spalte dem Mitgliedsstatus zu oder gib ihn unten für leere Zellen an.
        </Alert>
      )}
      <QuestionsCard questions={questions} mapping={mapping} />
      {kind === 'members' && mapping.columns.includes('memberNumber') && (
        <SameCard mapping={mapping} />
      )}
      <EmptyCard kind={kind} mapping={mapping} />
      <SkippedCard skipped={staged.skipped} />
      {failure && (
        <Failure failure={failure} detail={detailOf(failure)} onRetry={retry} focusOnMount />
      )}
      <ActBar
        actions={
          <>
            <Button asChild>
              <Link to={`${paths.imports}?kind=${kind}`}>Andere Datei</Link>
            </Button>
            <Button variant="primary" disabled={obstacle !== null} busy={isWaiting} onClick={goOn}>
              Weiter zum Prüfen
            </Button>
          </>
        }
      >
        <p className="text-muted-foreground">
          {obstacle ??
            (open > 0
              ? `${counted(open, 'Frage ist', 'Fragen sind')} noch offen.`
              : 'Noch wird nichts gespeichert.')}
        </p>
      </ActBar>
    </div>
  )
}

/** Why there is nothing to check yet. */
function obstacleOf(kind: SheetKind, mapping: MappingState): string | null {
  if (usedTwice(mapping.columns).size > 0) return 'Zwei Spalten sind dasselbe Feld.'
  const missing = missingFields(kind, mapping)
  return missing.length === 0
    ? null
    : `Ordne noch zu, oder gib unten einen Wert für leere Zellen an: ${missing.join(', ')}.`
}

/** What was changed a moment ago is kept first. */
function useGoOn(isKept: boolean, hasFailed: boolean, onNext: () => void) {
  const [isAsked, setAsked] = useState(false)
  const isWaiting = isAsked && !isKept && !hasFailed
  // biome-ignore lint/correctness/useExhaustiveDependencies: one goes on once.
  useEffect(() => {
    if (!isAsked || (!isKept && !hasFailed)) return
    setAsked(false)
    if (isKept) onNext()
  }, [isAsked, isKept, hasFailed])
  return { isWaiting, goOn: () => setAsked(true) }
}
