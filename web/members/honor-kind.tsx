import { useHonorLabels } from '#web/data/guild.ts'
import { Field } from '#web/ui/field.tsx'
import { DateField } from '#web/ui/flagged-date-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { HonorLabel } from '#web/ui/state.tsx'
import { TableCell } from '#web/ui/table.tsx'
import { type HonorType, honorTypes } from '#worker/domain/codes.ts'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import type { Honor } from '#worker/members/members.contract.ts'
import type { EntryFieldsProps, EntryKind } from './entry-kind.ts'
import { honorCalls } from './honors.api.ts'

type HonorDraft = { type: HonorType | ''; date: Day | null; comment: string }

/** @param labels honors as the guild named them */
export const honorKind = (
  labels: Readonly<Record<HonorType, string>>,
): EntryKind<Honor, HonorDraft> => ({
  calls: honorCalls,
  title: 'Ehrungen',
  empty: 'Noch keine Ehrung.',
  noun: 'Ehrung',
  removedNoun: 'Ehrung',
  nameOf: ({ type, date }) => `${labels[type]} vom ${germanDate(date)}`,
  heads: ['Ehrung', 'Datum'],
  cells: ({ type, date }) => (
    <>
      <TableCell>
        <HonorLabel>{labels[type]}</HonorLabel>
      </TableCell>
      <TableCell className="tabular-nums">{germanDate(date)}</TableCell>
    </>
  ),
  draftOf: (honor) => honor ?? { type: '', date: null, comment: '' },
  // Spec §5: OK requires a date.
  isIncomplete: ({ date }) => date === null,
  read: ({ type, date, comment }) =>
    type === '' || date === null
      ? { problems: { type: 'Wähle eine Ehrung.' } }
      : { body: { type, date, comment } },
  Fields: HonorFields,
})

function HonorFields({ draft, onChange, errors, today }: EntryFieldsProps<HonorDraft>) {
  const labels = useHonorLabels()
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
                {labels[type]}
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
    </>
  )
}
