import { DateField } from '#web/ui/date-field.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { type Duty, duties } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { FieldMessages } from '#worker/domain/errors.ts'
import { dutyLabels } from '#worker/domain/labels.ts'
import type { DutyDraft } from './duty-draft.ts'

type DutyFieldsProps = {
  draft: DutyDraft
  onChange: (changes: Partial<DutyDraft>) => void
  errors: FieldMessages
  today: Day
}

export function DutyFields({ draft, onChange, errors, today }: DutyFieldsProps) {
  return (
    <>
      <Field label="Amt" required error={errors.duty}>
        {(ids) => (
          <Select
            {...ids}
            value={draft.duty}
            onChange={({ target }) => onChange({ duty: target.value as Duty })}
          >
            {draft.duty === '' && <option value="">Amt wählen</option>}
            {duties.map((duty) => (
              <option key={duty} value={duty}>
                {dutyLabels[duty]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="grid grid-cols-2 items-start gap-3 max-[22rem]:grid-cols-1">
        <DateField
          label="Von"
          required
          value={draft.from}
          onChange={(from) => onChange({ from })}
          onInvalid={(isFromBroken) => onChange({ isFromBroken })}
          today={today}
          error={errors.from}
        />
        <DateField
          label="Bis"
          help="Leer: noch im Amt"
          value={draft.to}
          onChange={(to) => onChange({ to })}
          onInvalid={(isToBroken) => onChange({ isToBroken })}
          today={today}
          error={errors.to}
        />
      </div>
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
