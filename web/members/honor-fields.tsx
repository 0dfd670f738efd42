import { DateField } from '#web/ui/date-field.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { type HonorType, honorTypes } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { FieldMessages } from '#worker/domain/errors.ts'
import { honorLabels } from '#worker/domain/labels.ts'

export type HonorDraft = { type: HonorType | ''; date: Day | null; comment: string }

type HonorFieldsProps = {
  draft: HonorDraft
  onChange: (changes: Partial<HonorDraft>) => void
  errors: FieldMessages
  today: Day
}

export function HonorFields({ draft, onChange, errors, today }: HonorFieldsProps) {
  return (
    <>
      <Field label="Ehrung" required error={errors.type}>
        {(ids) => (
          <Select
            {...ids}
            value={draft.type}
            onChange={({ target }) => onChange({ type: target.value as HonorType })}
          >
            {draft.type === '' && <option value="">Ehrung wählen</option>}
            {honorTypes.map((type) => (
              <option key={type} value={type}>
                {honorLabels[type]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <DateField
        label="Datum"
        required
        value={draft.date}
        onChange={(date) => onChange({ date })}
        today={today}
        error={errors.date}
        help={!draft.date && 'Es fehlt noch das Datum.'}
      />
      <Field label="Kommentar" error={errors.comment}>
        {(ids) => (
          <Textarea
            {...ids}
            rows={2}
            value={draft.comment}
            onChange={({ target }) => onChange({ comment: target.value })}
          />
        )}
      </Field>
    </>
  )
}
