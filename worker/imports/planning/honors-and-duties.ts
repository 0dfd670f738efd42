import type { z } from 'zod'
import type { dutyEntries, honors } from '#worker/db/schema.ts'
import type { Duty, HonorType } from '#worker/domain/codes.ts'
import { isSameValue, pick } from '#worker/domain/conflicts.ts'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import type {
  AddedCode,
  DutyValues,
  HonorValues,
  KnownCode,
  Sheet,
  ValuesOf,
} from '#worker/domain/import/types.ts'
import { wordKey } from '#worker/domain/import/words.ts'
import { normaliseName } from '#worker/domain/names.ts'
import { noSuchHonor } from '#worker/http/fields.ts'
import type { Insertion, Ref, Staged, Update } from '#worker/imports/plan.ts'
import { dutyTwice, endsBeforeBegin } from '#worker/members/duties.queries.ts'
import { newDutyBody, newHonorBody } from '#worker/members/members.contract.ts'
import { cellField, type InputRow, isReadable, type Judged, type KindPlan } from './judged-row.ts'
import { judgeRowOfMember, type Known, Register } from './people.ts'

export type HonorsReading = {
  members: readonly Known[]
  honors: readonly (typeof honors.$inferSelect)[]
  honorKinds: readonly KnownCode<HonorType>[]
}

export type DutiesReading = {
  members: readonly Known[]
  duties: readonly (typeof dutyEntries.$inferSelect)[]
  offices: readonly KnownCode<Duty>[]
}

/** An honor or duty of a member, stored or from a row of the file. */
type Entry = { id: number | null; row: number | null; memberId: number; comment: string }
type HonorEntry = Entry & { type: HonorType | AddedCode; date: Day }
type DutyEntry = Entry & { duty: Duty | AddedCode; from: Day; to: Day | null }

/** A member has each honor once, `Extra_Certificate` once a day. The file has a row or a column per honor. */
export function planHonors(
  reading: HonorsReading,
  rows: readonly InputRow<'honors'>[],
  staged: Staged,
): KindPlan {
  const codes = codesOf('honor', reading.honorKinds)
  const stored = reading.honors.map(({ version: _, ...one }): HonorEntry => ({ ...one, row: null }))
  const plan = plannedEntries(stored)
  const register = new Register(reading.members)
  const { columns } = staged.mapping

  function judgeItem(row: Judged, member: Known, item: HonorValues): void {
    const { date, comment } = item
    const type = codes.same(item.type)
    const shape = newHonorBody.safeParse({
      type: codes.isAdded(type) ? 'Extra_Certificate' : type,
      date,
      comment: comment ?? '',
    })
    const fields = { type: 'honor', date: 'date', comment: 'comment' }
    if (!fits(shape, row, columns, fields)) return
    const values = { ...shape.data, type: codes.isAdded(type) ? type : shape.data.type }
    const label = codes.labelOf(values.type)
    const honorField = cellField(
      columns,
      columns.includes('honor') ? 'honor' : `honor:${values.type}`,
    )
    if (label === undefined) {
      row.errors.push({ field: honorField, text: noSuchHonor })
      return
    }
    const isSame = (one: HonorEntry) =>
      one.type === values.type && (values.type !== 'Extra_Certificate' || one.date === values.date)
    const found = plan.of(member.id).find(isSame)
    if (found?.row && found.date !== values.date) {
      row.errors.push({
        field: honorField,
        text: `„${label}“ steht schon in Zeile ${found.row}, verliehen am ${germanDate(found.date)}.`,
      })
      return
    }
    const entry: HonorEntry = {
      id: found?.id ?? null,
      row: row.row,
      memberId: member.id,
      type: values.type,
      date: values.date,
      comment: values.comment || (found?.comment ?? ''),
    }
    addShownFields(row, found, [
      { field: 'honor', label: 'Ehrung', old: found ? label : null, new: label },
      shownDay('date', 'Verliehen am', found?.date, entry.date),
      shownText('comment', 'Kommentar', found?.comment, entry.comment),
    ])
    plan.set(found, entry)
  }

  const isThere = (one: Known, { type, date }: HonorValues) =>
    plan.of(one.id).some((entry) => entry.type === codes.same(type) && entry.date === date)
  const judged = rows.map((inputRow) =>
    judgeRow({ inputRow, register, staged, plan, isThere, judgeItem }),
  )
  return {
    rows: judged,
    insertions: [
      ...codes.added(plan.added().map(({ type }) => type)).map(
        ({ ref, ...row }): Insertion => ({
          table: 'honorRules',
          ref,
          row: { type: { ref }, ...row },
        }),
      ),
      ...plan.added().map(({ memberId, type, date, comment }): Insertion => {
        return { table: 'honors', row: { memberId, type: codes.stored(type), date, comment } }
      }),
    ],
    updates: plan.changed().map(([before, after]): Update => {
      const { date, comment } = after
      return {
        table: 'honors',
        id: before.id ?? 0,
        ...changedOnly({ date: before.date, comment: before.comment }, { date, comment }),
      }
    }),
    questions: [],
  }
}

/** The same office from the same day is one entry; the same office cannot overlap itself. */
export function planDuties(
  reading: DutiesReading,
  rows: readonly InputRow<'duties'>[],
  staged: Staged,
): KindPlan {
  const codes = codesOf('office', reading.offices)
  const stored = reading.duties.map(({ version: _, ...one }): DutyEntry => ({ ...one, row: null }))
  const plan = plannedEntries(stored)
  const register = new Register(reading.members)
  const { columns } = staged.mapping

  function judgeItem(row: Judged, member: Known, item: DutyValues): void {
    const { from, to, comment } = item
    const duty = codes.same(item.duty)
    const held = plan.of(member.id).filter((one) => one.duty === duty)
    const found = held.find((one) => one.from === from)
    const shape = newDutyBody.safeParse({
      duty: codes.isAdded(duty) ? 'Einkauf' : duty,
      from,
      to: to ?? found?.to ?? null,
      comment: comment || (found?.comment ?? ''),
    })
    const fields = { duty: 'duty', from: 'from', to: 'to', comment: 'comment' }
    if (!fits(shape, row, columns, fields)) return
    const values = { ...shape.data, duty: codes.isAdded(duty) ? duty : shape.data.duty }
    const contradicts = found?.row && found.row !== row.row && found.to !== values.to
    const overlapping = held.find(
      (one) =>
        one !== found &&
        (one.to === null || one.to >= values.from) &&
        (values.to === null || one.from <= values.to),
    )
    if (values.to !== null && values.to < values.from) {
      row.errors.push({ field: cellField(columns, 'to'), text: endsBeforeBegin })
    } else if (overlapping || contradicts) {
      const line = overlapping?.row ?? (contradicts ? found?.row : null)
      const where = line ? ` Es steht in Zeile ${line}.` : ''
      row.errors.push({ field: cellField(columns, 'from'), text: `${dutyTwice}${where}` })
    }
    if (row.errors.length > 0) return
    const entry: DutyEntry = { id: found?.id ?? null, row: row.row, memberId: member.id, ...values }
    const label = codes.labelOf(values.duty) ?? ''
    addShownFields(row, found, [
      { field: 'duty', label: 'Amt', old: found ? label : null, new: label },
      shownDay('from', 'Von', found?.from, entry.from),
      shownDay('to', 'Bis', found?.to, entry.to),
      shownText('comment', 'Kommentar', found?.comment, entry.comment),
    ])
    plan.set(found, entry)
  }

  const isThere = (one: Known, { duty, from }: DutyValues) =>
    plan.of(one.id).some((entry) => entry.duty === codes.same(duty) && entry.from === from)
  const judged = rows.map((inputRow) =>
    judgeRow({ inputRow, register, staged, plan, isThere, judgeItem }),
  )
  return {
    rows: judged,
    insertions: [
      ...codes.added(plan.added().map(({ duty }) => duty)).map(
        ({ ref, ...row }): Insertion => ({
          table: 'offices',
          ref,
          row: { code: { ref }, ...row },
        }),
      ),
      ...plan.added().map(({ memberId, duty, from, to, comment }): Insertion => {
        return {
          table: 'dutyEntries',
          row: { memberId, duty: codes.stored(duty), from, to, comment },
        }
      }),
    ],
    updates: plan.changed().map(([before, after]): Update => {
      const { to, comment } = after
      return {
        table: 'dutyEntries',
        id: before.id ?? 0,
        ...changedOnly({ to: before.to, comment: before.comment }, { to, comment }),
      }
    }),
    questions: [],
  }
}

/** The guild's offices or honors, and those that the user allows the file to add. */
function codesOf<Code extends string>(prefix: string, stored: readonly KnownCode<Code>[]) {
  const labels = new Map<string, string>(stored.map(({ code, label }) => [code, label]))
  const addedByKey = new Map<string, AddedCode>()
  const isAdded = (code: string | undefined): code is AddedCode => code?.startsWith('new:') === true
  const nameOf = (code: AddedCode) => code.slice('new:'.length)
  const refOf = (code: AddedCode): Ref => ({ ref: `${prefix} ${code}` })
  return {
    isAdded,
    labelOf: (code: string) => (isAdded(code) ? nameOf(code) : labels.get(code)),
    /** The code that stands for all spellings of a name which the file adds. */
    same(code: Code | AddedCode | undefined): Code | AddedCode | undefined {
      if (!isAdded(code)) return code
      const key = wordKey(nameOf(code))
      const first = addedByKey.get(key) ?? code
      addedByKey.set(key, first)
      return first
    },
    stored: (code: Code | AddedCode): Code | Ref => (isAdded(code) ? refOf(code) : code),
    /** The offices or honors to insert. @param used codes of the entries that are added */
    added(used: readonly (Code | AddedCode)[]) {
      const last = Math.max(0, ...stored.map(({ position }) => position))
      return [...new Set(used)].filter(isAdded).map((code, index) => ({
        ...refOf(code),
        label: nameOf(code),
        labelKey: normaliseName(nameOf(code)),
        position: last + 1 + index,
      }))
    },
  }
}

type Judging<Kind extends 'honors' | 'duties'> = {
  inputRow: InputRow<Kind>
  register: Register
  staged: Staged
  plan: { keep: () => void; forget: () => void }
  isThere: (member: Known, item: ValuesOf[Kind]) => boolean
  judgeItem: (row: Judged, member: Known, item: ValuesOf[Kind]) => void
}

/** Judges a row; without errors it counts as known for the rows below. */
function judgeRow<Kind extends 'honors' | 'duties'>(judging: Judging<Kind>): Judged {
  const { inputRow, register, staged, plan, isThere, judgeItem } = judging
  const { row, member } = judgeRowOfMember(inputRow, register, staged, isThere)
  if (member && isReadable(inputRow)) {
    for (const item of inputRow.items) judgeItem(row, member, item)
  }
  if (member && row.errors.length === 0) plan.keep()
  else plan.forget()
  return row
}

/** The members' entries during planning; those of a row are added after the row has been judged. */
function plannedEntries<Value extends Entry>(stored: readonly Value[]) {
  const before = new Map<number, Value>()
  for (const one of stored) if (one.id !== null) before.set(one.id, one)
  const byMember = new Map<number, Value[]>()
  for (const one of stored) listOf(one.memberId).push(one)
  let undo: (() => void)[] = []

  function listOf(memberId: number): Value[] {
    const list = byMember.get(memberId) ?? []
    byMember.set(memberId, list)
    return list
  }
  return {
    of: (memberId: number): readonly Value[] => byMember.get(memberId) ?? [],
    set(found: Value | undefined, entry: Value): void {
      const list = listOf(entry.memberId)
      const index = found ? list.indexOf(found) : list.length
      list[index] = entry
      undo.push(() => {
        if (found) list[list.indexOf(entry)] = found
        else list.splice(list.indexOf(entry), 1)
      })
    },
    keep(): void {
      undo = []
    },
    forget(): void {
      for (const step of undo.reverse()) step()
      undo = []
    },
    added: () => [...byMember.values()].flat().filter(({ id }) => id === null),
    changed: () =>
      [...byMember.values()].flat().flatMap((now): [Value, Value][] => {
        const old = now.id === null ? undefined : before.get(now.id)
        return old && old !== now && hasChanged(old, now) ? [[old, now]] : []
      }),
  }
}

function hasChanged<Value extends Entry>({ row: _, ...old }: Value, { row: __, ...now }: Value) {
  return JSON.stringify(Object.entries(old).sort()) !== JSON.stringify(Object.entries(now).sort())
}

/** The columns that differ, before and after. */
export function changedOnly<Row extends object>(
  before: Row,
  after: Row,
): { before: Partial<Row>; after: Partial<Row> } {
  const old = new Map(Object.entries(before))
  const names = Object.entries(after)
    .filter(([name, value]) => !isSameValue(old.get(name), value))
    .map(([name]) => name)
  return { before: pick(before, names), after: pick(after, names) }
}

/** Whether the form's request schema accepts the value; otherwise its messages are added to the cells. */
export function fits<Value>(
  shape: z.ZodSafeParseResult<Value>,
  row: Judged,
  columns: Sheet['columns'],
  fields: Readonly<Record<string, string>>,
): shape is z.ZodSafeParseSuccess<Value> {
  if (shape.success) return true
  for (const { path, message } of shape.error.issues) {
    const field = fields[String(path[0])] ?? String(path[0])
    const cell = cellField(columns, field)
    if (row.errors.some((one) => one.field === cell)) continue
    row.errors.push({ field: cell, text: message })
  }
  return false
}

type Shown = { field: string; label: string; old: string | null; new: string }

/** Shows all fields of a new entry, or the changed fields of an existing one. */
function addShownFields(row: Judged, found: object | undefined, shown: readonly Shown[]): void {
  const fields = shown.filter((one) => (found ? (one.old ?? '') !== one.new : one.new !== ''))
  row.fields.push(...fields)
  row.effects.push(!found ? 'new' : fields.length > 0 ? 'changes' : 'same')
}

export function shownDay(
  field: string,
  label: string,
  old: Day | null | undefined,
  now: Day | null,
) {
  return { field, label, old: old ? germanDate(old) : null, new: now ? germanDate(now) : '' }
}

export function shownText(
  field: string,
  label: string,
  old: string | undefined,
  now: string,
): Shown {
  return { field, label, old: old || null, new: now }
}
