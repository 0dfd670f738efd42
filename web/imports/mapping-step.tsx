import { Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { Failure } from '#web/components/failure.tsx'
import { changeImport, importQuery } from '#web/data/imports.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { counted } from '#web/lib/german-count.ts'
import { cacheAnswer } from '#web/lib/query.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { Radio } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { germanDate } from '#worker/domain/dates.ts'
import { importFields } from '#worker/domain/import/fields.ts'
import { guessKinds } from '#worker/domain/import/headings.ts'
import type { ImportQuestion, StagedImport } from '#worker/imports/imports.contract.ts'
import { ColumnsCard } from './columns-card.tsx'
import { kindWords, type SheetKind } from './kind-words.ts'
import {
  commentField,
  duplicateColumns,
  isRowQuestion,
  isStateUnspecified,
  labelOf,
  missingFields,
} from './mapping-words.ts'
import { QuestionsCard } from './questions-card.tsx'
import { SkippedCard } from './skipped-card.tsx'
import { ActBar } from './steps.tsx'
import { TypedInput } from './typed-input.tsx'
import type { MappingState } from './use-mapping.ts'
import { WorksheetChoice } from './worksheet-choice.tsx'

type MappingStepProps = {
  staged: StagedImport
  kind: SheetKind
  mapping: MappingState
  questions: readonly ImportQuestion[]
  onNext: () => void
}

export function MappingStep({ staged, kind, mapping, onNext, ...asked }: MappingStepProps) {
  const questions = asked.questions.filter((question) => !isRowQuestion(question))
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
        <WorksheetChoice staged={staged} kind={kind} />
      </ColumnsCard>
      {isStateUnspecified(kind, mapping) && (
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

/** Why the preview cannot be opened yet. */
function obstacleOf(kind: SheetKind, mapping: MappingState): string | null {
  if (duplicateColumns(mapping.columns).size > 0) return 'Zwei Spalten sind dasselbe Feld.'
  const missing = missingFields(kind, mapping)
  return missing.length === 0
    ? null
    : `Ordne noch zu, oder gib unten einen Wert für leere Zellen an: ${missing.join(', ')}.`
}

/** A press on "Weiter" takes effect once the last change of the mapping is stored. */
function useGoOn(isKept: boolean, hasFailed: boolean, onNext: () => void) {
  const [isAsked, setAsked] = useState(false)
  const isWaiting = isAsked && !isKept && !hasFailed
  // biome-ignore lint/correctness/useExhaustiveDependencies: continues only once.
  useEffect(() => {
    if (!isAsked || (!isKept && !hasFailed)) return
    setAsked(false)
    if (isKept) onNext()
  }, [isAsked, isKept, hasFailed])
  return { isWaiting, goOn: () => setAsked(true) }
}

type OtherKindProps = { staged: StagedImport; kind: SheetKind }

/** Offers another kind, when the file's headings suggest it rather than the chosen kind. */
function OtherKind({ staged, kind }: OtherKindProps) {
  const { submit, isPending, failure } = useSubmit(changeImport(staged.id), (kept) =>
    cacheAnswer(importQuery(staged.id), kept),
  )
  const guessed = guessKinds(staged.headings, staged.honors)
  const [likely] = guessed
  // Many tables contain names, so "members" must be the best guess; another chosen kind need only be among the guesses.
  const isLikely = kind === 'members' ? likely === kind : guessed.includes(kind)
  if (!likely || isLikely) return null
  const { label, follow } = kindWords[likely]
  return (
    <>
      <Alert
        tone="warn"
        title={`Das sieht nach „${label}“ aus`}
        action={
          <Button size="sm" busy={isPending} onClick={() => void submit({ kind: likely })}>
            Als {follow} übernehmen
          </Button>
        }
      >
        Gewählt hast Du „{kindWords[kind].label}“.
      </Alert>
      {failure && <Failure failure={failure} detail={detailOf(failure)} focusOnMount />}
    </>
  )
}

const ways = [
  { value: 'number', label: 'Gleiche Mitgliedsnummer, sonst Name und Geburtstag' },
  { value: 'name', label: 'Nur Name und Geburtstag' },
] as const

/** Asks how to recognise stored members: a number of another program may belong to another member here. */
function SameCard({ mapping }: { mapping: MappingState }) {
  const chosen = mapping.answers.choices.matchBy ?? 'number'
  return (
    <Card bleed aria-labelledby="same">
      <CardHead id="same" title="Wer ist schon da?" />
      <CardBody>
        <p className="mb-2 text-muted-foreground">
          Wen die Datei wiederfindet, der wird geändert und nicht doppelt angelegt.
        </p>
        <div role="radiogroup" aria-labelledby="same" className="flex flex-wrap gap-x-10 gap-y-1">
          {ways.map(({ value, label }) => (
            <Radio
              key={value}
              name="matchBy"
              checked={chosen === value}
              onChange={() => mapping.setChoice('matchBy', value)}
            >
              {label}
            </Radio>
          ))}
        </div>
      </CardBody>
    </Card>
  )
}

type EmptyCardProps = { kind: SheetKind; mapping: MappingState }

/** Values for empty cells, or for columns that the file does not have. */
function EmptyCard({ kind, mapping }: EmptyCardProps) {
  const { empty } = mapping.answers
  const [begun, setBegun] = useState<readonly string[]>([])
  const shown = importFields[kind]
    .map(({ field }) => field)
    .filter((field) => field in empty || begun.includes(field))
  return (
    <Card bleed aria-labelledby="empty">
      <CardHead id="empty" title="Wert für leere Zellen" />
      <CardBody className="grid gap-4">
        <p className="text-muted-foreground">
          Leere Zellen löschen nie etwas. Soll dort für alle dasselbe stehen, gib es hier an.
        </p>
        {shown.map((field) => (
          <div key={field} className="flex max-w-120 items-end gap-2">
            <Field label={labelOf(kind, field)} className="flex-1">
              {(ids) => (
                <TypedInput
                  {...ids}
                  value={empty[field] ?? ''}
                  onDone={(value) => mapping.setEmpty(field, value)}
                />
              )}
            </Field>
            <Button
              variant="danger"
              size="icon"
              aria-label={`${labelOf(kind, field)}: keinen Wert für leere Zellen`}
              onClick={() => {
                setBegun(begun.filter((one) => one !== field))
                mapping.setEmpty(field, null)
              }}
            >
              <Trash2 />
            </Button>
          </div>
        ))}
        <Select
          aria-label="Feld mit Wert für leere Zellen"
          wrapperClassName="max-w-72"
          value=""
          onChange={(event) => setBegun([...begun, event.target.value])}
        >
          <option value="">Feld wählen</option>
          {importFields[kind]
            .filter(({ field }) => field !== commentField && !shown.includes(field))
            .map(({ field, label }) => (
              <option key={field} value={field}>
                {label}
              </option>
            ))}
        </Select>
      </CardBody>
    </Card>
  )
}
