import { Field } from '#web/ui/field.tsx'
import { DateField } from '#web/ui/flagged-date-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { TableCell } from '#web/ui/table.tsx'
import { type Duty, duties } from '#worker/domain/codes.ts'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import type { FieldMessages } from '#worker/domain/errors.ts'
import { dutyLabels } from '#worker/domain/labels.ts'
import type { DutyEntry } from '#worker/members/members.contract.ts'
import { dutyCalls } from './duties.api.ts'
import type { EntryFieldsProps, EntryKind } from './entry-kind.ts'
import { notADate } from './not-a-date.ts'

type DutyDraft = {
  duty: Duty | ''
  from: Day | null
  to: Day | null
  comment: string
  /** In the field stands a text that is no date. */
  isFromBroken: boolean
  isToBroken: boolean
}

const noDuty = { duty: '', from: null, to: null, comment: '' } as const

export const dutyKind: EntryKind<DutyEntry, DutyDraft> = {
  calls: dutyCalls,
  title: 'Dienstbuch',
  empty: 'Noch kein Eintrag.',
  noun: 'Dienst',
  removedNoun: 'Eintrag',
  nameOf: ({ duty, from }) => `${dutyLabels[duty]} ab ${germanDate(from)}`,
  heads: ['Amt', 'Von', 'Bis'],
  cells: ({ duty, from, to }) => (
    <>
      <TableCell className="font-semibold">{dutyLabels[duty]}</TableCell>
      <TableCell className="tabular-nums">{germanDate(from)}</TableCell>
      <TableCell before="–" className="tabular-nums max-md:-ms-2">
        {to ? germanDate(to) : 'heute'}
      </TableCell>
    </>
  ),
  draftOf: (entry) => ({ ...(entry ?? noDuty), isFromBroken: false, isToBroken: false }),
  read({ duty, from, to, comment, isFromBroken, isToBroken }) {
    const isReadable = !isFromBroken && !isToBroken
    if (duty !== '' && from !== null && isReadable) return { body: { duty, from, to, comment } }
    const problems: FieldMessages = {}
    if (duty === '') problems.duty = 'Wähle ein Amt.'
    if (from === null) problems.from = isFromBroken ? notADate : 'Gib an, ab wann.'
    if (isToBroken) problems.to = notADate
    return { problems }
  },
  Fields: DutyFields,
}

function DutyFields({ draft, onChange, errors, today }: EntryFieldsProps<DutyDraft>) {
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
    </>
  )
}
