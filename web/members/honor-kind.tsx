import { useWatch } from 'react-hook-form'
import { FormDate } from '#web/components/form-fields.tsx'
import {
  createHonorKind,
  type HonorLabelOf,
  honorKindsQuery,
  offeredOf,
  useHonorKinds,
} from '#web/data/guild.ts'
import { createHonor, deleteHonor, saveHonor } from '#web/data/members.ts'
import { asDay, type FieldWords } from '#web/lib/conflict-words.ts'
import { readFields, requiredChoice, requiredDay, type TypedDay } from '#web/lib/typed.ts'
import { missingDayReason } from '#web/lib/typed-day.ts'
import { HonorLabel } from '#web/members/shared/honor-label.tsx'
import { TableCell } from '#web/ui/table.tsx'
import type { HonorType } from '#worker/domain/codes.ts'
import { germanDate, yearsLater } from '#worker/domain/dates.ts'
import type { Honor } from '#worker/members/members.contract.ts'
import { CodePicker } from './code-picker.tsx'
import type { EntryBody, EntryContext, EntryKind } from './entry-kind.ts'

export type HonorDraft = { type: HonorType | ''; date: TypedDay; comment: string }

const noDate = 'Es fehlt noch das Datum.'

/** @param labels gives the guild's name of an honor */
export const honorKind = (labels: HonorLabelOf): EntryKind<Honor, HonorDraft> => ({
  create: createHonor,
  save: saveHonor,
  remove: deleteHonor,
  title: 'Ehrungen',
  empty: 'Noch keine Ehrung.',
  noun: 'Ehrung',
  removedNoun: 'Ehrung',
  nameOf: ({ type, date }) => `${labels(type)} vom ${germanDate(date)}`,
  heads: ['Ehrung', 'Datum'],
  cells: ({ type, date }) => (
    <>
      <TableCell>
        <HonorLabel>{labels(type)}</HonorLabel>
      </TableCell>
      <TableCell className="whitespace-nowrap tabular-nums">{germanDate(date)}</TableCell>
    </>
  ),
  draftOf: (honor) => ({
    type: honor?.type ?? '',
    date: honor?.date ?? null,
    comment: honor?.comment ?? '',
  }),
  words: {
    type: { label: 'Ehrung', show: labels },
    date: { label: 'Datum', show: asDay },
    comment: { label: 'Kommentar' },
  } satisfies FieldWords<EntryBody<Honor>>,
  // Spec §5: OK requires a date.
  isIncomplete: ({ date }) => typeof date !== 'string',
  read: (draft) =>
    readFields(draft, {
      type: requiredChoice<HonorType>('Wähle eine Ehrung.'),
      date: requiredDay(noDate),
    }),
  questions: ({ type, date }, { others, stored, today }) => {
    const same = others.find((honor) => honor.type === type)
    const isSame = same && stored?.type !== type
    const isFar = date > yearsLater(today, 1) && stored?.date !== date
    return [
      ...(isSame
        ? [`„${labels(type)}“ hat das Mitglied schon, vom ${germanDate(same.date)}.`]
        : []),
      ...(isFar ? ['Das Datum liegt mehr als ein Jahr in der Zukunft.'] : []),
    ]
  },
  Fields: HonorFields,
})

function HonorFields({ others, today }: EntryContext<Honor>) {
  const kinds = useHonorKinds()
  const [chosenType, date] = useWatch<HonorDraft, ['type', 'date']>({ name: ['type', 'date'] })
  return (
    <>
      <CodePicker<HonorDraft>
        name="type"
        label="Ehrung"
        placeholder="Ehrung wählen oder eintippen"
        all={kinds.all}
        options={offeredOf(kinds, [chosenType]).filter(({ code }) => isNotHeld(code, others))}
        create={createHonorKind}
        reload={honorKindsQuery}
        created="Ehrung angelegt"
        next="date"
      />
      <FormDate<HonorDraft>
        name="date"
        label="Datum"
        required
        today={today}
        help={missingDayReason(date, noDate)}
      />
    </>
  )
}

/** Whether the member can still get the honor: each honor once, the extra certificate repeatedly. */
function isNotHeld(code: HonorType, others: readonly Honor[]): boolean {
  return code === 'Extra_Certificate' || others.every(({ type }) => type !== code)
}
