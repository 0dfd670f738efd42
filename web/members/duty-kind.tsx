import { useWatch } from 'react-hook-form'
import { FormDate } from '#web/components/form-fields.tsx'
import { createOffice, offeredOf, officesQuery, useOffices } from '#web/data/guild.ts'
import { createDuty, deleteDuty, saveDuty } from '#web/data/members.ts'
import { asDay, type FieldWords } from '#web/lib/conflict-words.ts'
import {
  optionalDay,
  readFields,
  requiredChoice,
  requiredDay,
  type TypedDay,
} from '#web/lib/typed.ts'
import { TableCell } from '#web/ui/table.tsx'
import type { Duty } from '#worker/domain/codes.ts'
import { type Day, fullYears, germanDate } from '#worker/domain/dates.ts'
import type { DutyEntry } from '#worker/members/members.contract.ts'
import { CodePicker } from './code-picker.tsx'
import type { EntryBody, EntryContext, EntryKind } from './entry-kind.ts'

type DutyDraft = { duty: Duty | ''; from: TypedDay; to: TypedDay; comment: string }

/** For an office that begins below this age, the dialog asks whether the year is mistyped. */
const usualAge = 14

/**
 * @param birthday the member's day of birth; null when unknown
 * @param labelOf gives the guild's name of an office
 * @param today the beginning of a new entry until the user types another
 */
export const dutyKind = (
  birthday: Day | null,
  labelOf: (duty: Duty) => string,
  today: Day,
): EntryKind<DutyEntry, DutyDraft> => ({
  create: createDuty,
  save: saveDuty,
  remove: deleteDuty,
  title: 'Dienstbuch',
  empty: 'Noch kein Eintrag.',
  noun: 'Dienst',
  removedNoun: 'Eintrag',
  nameOf: ({ duty, from }) => `${labelOf(duty)} ab ${germanDate(from)}`,
  heads: ['Amt', 'Von', 'Bis'],
  cells: ({ duty, from, to }) => (
    <>
      <TableCell className="font-semibold">{labelOf(duty)}</TableCell>
      <TableCell className="whitespace-nowrap tabular-nums">{germanDate(from)}</TableCell>
      <TableCell before="–" className="whitespace-nowrap tabular-nums max-md:-ms-2">
        {to ? germanDate(to) : 'heute'}
      </TableCell>
    </>
  ),
  draftOf: (entry) => ({
    duty: entry?.duty ?? '',
    from: entry?.from ?? today,
    to: entry?.to ?? null,
    comment: entry?.comment ?? '',
  }),
  words: {
    duty: { label: 'Amt', show: labelOf },
    from: { label: 'Von', show: asDay },
    to: { label: 'Bis', show: asDay },
    comment: { label: 'Kommentar' },
  } satisfies FieldWords<EntryBody<DutyEntry>>,
  read: (draft) =>
    readFields(draft, {
      duty: requiredChoice<Duty>('Wähle ein Amt.'),
      from: requiredDay('Gib an, ab wann.'),
      to: optionalDay,
    }),
  questions: ({ from }, { stored }) => {
    if (birthday === null || stored?.from === from) return []
    if (from < birthday) return ['Das Amt beginnt vor dem Geburtstag des Mitglieds.']
    const age = fullYears(birthday, from)
    const years = age === 1 ? '1 Jahr' : `${age} Jahre`
    return age < usualAge ? [`Das Mitglied war zu Beginn dieses Amts erst ${years} alt.`] : []
  },
  Fields: DutyFields,
})

function DutyFields({ today }: EntryContext<DutyEntry>) {
  const offices = useOffices()
  const chosenDuty = useWatch<DutyDraft, 'duty'>({ name: 'duty' })
  return (
    <>
      <CodePicker<DutyDraft>
        name="duty"
        label="Amt"
        placeholder="Amt wählen oder eintippen"
        all={offices.all}
        options={offeredOf(offices, [chosenDuty])}
        create={createOffice}
        reload={officesQuery}
        created="Amt angelegt"
        next="from"
      />
      <div className="grid grid-cols-2 items-start gap-3 max-[22rem]:grid-cols-1">
        <FormDate<DutyDraft> name="from" label="Von" required isReplaced today={today} />
        <FormDate<DutyDraft> name="to" label="Bis" help="Leer: noch im Amt" today={today} />
      </div>
    </>
  )
}
