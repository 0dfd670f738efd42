import { germanDate } from '#worker/domain/dates.ts'
import type { ParadesBeforeValues } from '#worker/domain/import/types.ts'
import { memberFields } from '#worker/domain/member.ts'
import type { PlanClock, Staged, Update } from '#worker/imports/plan.ts'
import { countDayNotPast } from '#worker/members/member-problems.ts'
import { memberRules } from '#worker/members/members.contract.ts'
import { changedOnly, fits } from './honors-and-duties.ts'
import { cellField, type InputRow, isReadable, type Judged, type KindPlan } from './judged-row.ts'
import { judgeRowOfMember, type Known, Register } from './people.ts'

type Member = Known & {
  paradesBefore: number
  paradesBeforeUntil: string | null
  updatedAt: string
}
export type ParadesBeforeReading = { members: readonly Member[] }

const body = memberRules.pick({ paradesBefore: true, paradesBeforeUntil: true })

/** Sprünge before the register: one number per member, and the day until which it counts. */
export function planParadesBefore(
  reading: ParadesBeforeReading,
  rows: readonly InputRow<'paradesBefore'>[],
  staged: Staged,
  { today }: PlanClock,
): KindPlan {
  const register = new Register(reading.members)
  const { columns } = staged.mapping
  const firstByMember = new Map<number, { row: number; paradesBefore: number; until: string }>()
  const updates: Update[] = []

  function judgeItem(row: Judged, member: Member, item: ParadesBeforeValues): void {
    const shape = body.safeParse(item)
    if (!fits(shape, row, columns, {})) return
    const { paradesBefore, paradesBeforeUntil } = shape.data
    const until = paradesBeforeUntil ?? ''
    if (until >= today) {
      row.errors.push({ field: cellField(columns, 'paradesBeforeUntil'), text: countDayNotPast })
      return
    }
    const first = firstByMember.get(member.id)
    if (first && (first.paradesBefore !== paradesBefore || first.until !== until)) {
      const text = `In Zeile ${first.row} steht eine andere Zahl: ${first.paradesBefore}, bis ${germanDate(first.until)}.`
      row.errors.push({ field: cellField(columns, 'paradesBefore'), text })
      return
    }
    firstByMember.set(member.id, { row: row.row, paradesBefore, until })
    const hasOne = member.paradesBeforeUntil !== null
    const stored = {
      paradesBefore: member.paradesBefore,
      paradesBeforeUntil: member.paradesBeforeUntil,
    }
    const now = { paradesBefore, paradesBeforeUntil: until }
    const changed = changedOnly(stored, now)
    row.fields.push(
      ...Object.entries(hasOne ? changed.after : now).map(([field, value]) => ({
        field,
        label:
          memberFields[field === 'paradesBefore' ? 'paradesBefore' : 'paradesBeforeUntil'].label,
        old: hasOne
          ? shown(field === 'paradesBefore' ? stored.paradesBefore : stored.paradesBeforeUntil)
          : null,
        new: shown(value) ?? '',
      })),
    )
    const isChanged = !first && row.fields.length > 0
    row.effects.push(!isChanged ? 'same' : hasOne ? 'changes' : 'new')
    if (isChanged) {
      updates.push({ table: 'members', id: member.id, ...changed, updatedAt: member.updatedAt })
    }
  }

  const judged = rows.map((inputRow) => {
    const { row, member } = judgeRowOfMember(
      inputRow,
      register,
      staged,
      (one, item) =>
        one.paradesBeforeUntil === item.paradesBeforeUntil &&
        one.paradesBefore === item.paradesBefore,
    )
    const [item] = inputRow.items
    if (member && item && isReadable(inputRow)) judgeItem(row, member, item)
    return row
  })
  return { rows: judged, insertions: [], updates, questions: [] }
}

function shown(value: string | number | null): string | null {
  return typeof value === 'string' ? germanDate(value) : value === null ? null : String(value)
}
