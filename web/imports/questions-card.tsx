import { counted } from '#web/lib/german-count.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { berlinDay } from '#worker/domain/dates.ts'
import { readDay } from '#worker/domain/import/days.ts'
import type { ImportQuestion } from '#worker/imports/imports.contract.ts'
import { TypedInput } from './typed-input.tsx'
import type { MappingState } from './use-mapping.ts'

type QuestionsCardProps = { questions: readonly ImportQuestion[]; mapping: MappingState }

/** What the file does not say by itself: each word once, for all its rows. */
export function QuestionsCard({ questions, mapping }: QuestionsCardProps) {
  if (questions.length === 0) return null
  const open = questions.filter((question) => mapping.answerOf(question) === '').length
  return (
    <Card bleed aria-labelledby="questions">
      <CardHead
        id="questions"
        title="Was ist gemeint?"
        tally={<span role="status">{open === 0 ? 'alles beantwortet' : `${open} offen`}</span>}
      />
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

/** An answer that is no day is told here, and not only in each of its rows. */
function wrongDay({ place, field }: ImportQuestion, value: string): string | undefined {
  if (place !== 'empty' || !askForDay.includes(field)) return undefined
  return readDay(value, value.trim(), berlinDay(new Date())).error
}

function Question({ question, value, onChange }: QuestionProps) {
  return (
    <Field
      label={question.question}
      help={counted(question.rows, 'Zeile', 'Zeilen')}
      error={wrongDay(question, value)}
    >
      {(ids) =>
        question.options.length === 0 ? (
          <TypedInput {...ids} value={value} onDone={onChange} />
        ) : (
          <Select {...ids} value={value} onChange={(event) => onChange(event.target.value)}>
            <option value="">Bitte wählen</option>
            {question.options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </Select>
        )
      }
    </Field>
  )
}
