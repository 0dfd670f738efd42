import { Check } from 'lucide-react'
import { counted } from '#web/lib/german-count.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { berlinDay } from '#worker/domain/dates.ts'
import { readDay } from '#worker/domain/import/days.ts'
import type { ImportQuestion } from '#worker/imports/imports.contract.ts'
import { isRowQuestion } from './mapping-words.ts'
import { TypedInput } from './typed-input.tsx'
import type { MappingState } from './use-mapping.ts'

type QuestionsCardProps = { questions: readonly ImportQuestion[]; mapping: MappingState }

/** Asks about words that the file does not explain, each once for all its rows. */
export function QuestionsCard({ questions, mapping }: QuestionsCardProps) {
  if (questions.length === 0) return null
  const open = questions.filter(
    (question) => !isRowQuestion(question) && mapping.answerOf(question) === '',
  ).length
  const proposed = questions.flatMap((question) =>
    question.proposal !== undefined && mapping.answerOf(question) === ''
      ? [{ question, value: question.proposal }]
      : [],
  )
  return (
    <Card bleed aria-labelledby="questions">
      <CardHead
        id="questions"
        title="Was ist gemeint?"
        tally={<span role="status">{open === 0 ? 'alles beantwortet' : `${open} offen`}</span>}
      />
      {proposed.length > 1 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-6 pb-4 max-md:px-4">
          <p className="text-muted-foreground">
            Zu {proposed.length} Fragen gibt es einen Vorschlag. Er gilt erst, wenn Du ihn annimmst.
          </p>
          <Button size="sm" onClick={() => mapping.replyAll(proposed)}>
            <Check />
            Alle {proposed.length} Vorschläge annehmen
          </Button>
        </div>
      )}
      <div className="grid gap-x-6 gap-y-4 border-t px-6 pt-4 pb-6 max-md:px-4 md:grid-cols-2">
        {questions.map((question) => (
          <Question
            key={`${question.place} ${question.field} ${question.word}`}
            question={question}
            value={mapping.answerOf(question)}
            onChange={(value) => mapping.reply(question, value)}
          />
        ))}
      </div>
    </Card>
  )
}

type QuestionProps = {
  question: ImportQuestion
  value: string
  onChange: (value: string) => void
}

const askForDay: readonly string[] = ['bankingSepaAllowedDate', 'paradesBeforeUntil']

/** The error of an answer that has to be a day but is none; undefined for any other answer. */
function wrongDay({ place, field }: ImportQuestion, value: string): string | undefined {
  if (place !== 'empty' || !askForDay.includes(field)) return undefined
  return readDay(value, value.trim(), berlinDay(new Date())).error
}

function Question({ question, value, onChange }: QuestionProps) {
  const { options, proposal, hint, rows } = question
  const proposed = options.find((option) => option.value === proposal)
  return (
    <Field
      label={question.question}
      help={[counted(rows, 'Zeile', 'Zeilen'), hint].filter(Boolean).join('. ')}
      error={wrongDay(question, value)}
    >
      {(ids) =>
        options.length === 0 ? (
          <TypedInput {...ids} value={value} onDone={onChange} />
        ) : (
          <div className="grid justify-items-start gap-2">
            <Select
              {...ids}
              wrapperClassName="w-full"
              value={value}
              onChange={(event) => onChange(event.target.value)}
            >
              <option value="">
                {isRowQuestion(question) ? 'Einzeln entscheiden' : 'Bitte wählen'}
              </option>
              {options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </Select>
            {proposed && value === '' && (
              <Button size="sm" onClick={() => onChange(proposed.value)}>
                <Check />
                Vorschlag annehmen: {proposed.label}
              </Button>
            )}
          </div>
        )
      }
    </Field>
  )
}
