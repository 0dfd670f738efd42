import type { parades } from '#worker/db/schema.ts'
import { isSameValue, withChanges } from '#worker/domain/conflicts.ts'
import { addDays, type Day, germanDate } from '#worker/domain/dates.ts'
import { importFields } from '#worker/domain/import/fields.ts'
import type { ParadeValues } from '#worker/domain/import/types.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { normaliseName } from '#worker/domain/names.ts'
import {
  paradeProblems,
  paradeSearchKey,
  suggestEnrolment,
  withoutTimes,
} from '#worker/domain/parade.ts'
import { departureList } from '#worker/domain/times.ts'
import type { ImportQuestion } from '#worker/imports/imports.contract.ts'
import type { Insertion, PlanClock, Staged, Update } from '#worker/imports/plan.ts'
import { newParadeBody, type ParadeFields } from '#worker/parades/parades.contract.ts'
import { changedOnly, fits } from './honors-and-duties.ts'
import {
  addRowErrors,
  cellField,
  type InputRow,
  isReadable,
  type Judged,
  judged as judgedRow,
  type KindPlan,
  mergeValues,
  type ValuesByField,
} from './judged-row.ts'

type ParadeRow = typeof parades.$inferSelect
export type ParadesReading = { parades: readonly ParadeRow[] }

/** A parade during planning. */
type Planned = {
  id: number | null
  row: number | null
  fields: ParadeFields
  earlierValues: ValuesByField
}

const newOne = 'new'

/** Parades are matched by day and host, else by day and title; with several matches the user is asked. */
export function planParades(
  reading: ParadesReading,
  rows: readonly InputRow<'parades'>[],
  staged: Staged,
  clock: PlanClock,
): KindPlan {
  const { columns } = staged.mapping
  const stored = new Map(reading.parades.map((row) => [row.id, fieldsOf(row)]))
  const byDay = new Map<Day, Planned[]>()
  for (const [id, fields] of stored) add({ id, row: null, fields, earlierValues: new Map() })
  const questions: ImportQuestion[] = []
  const named = namedExactly(rows, byDay)

  function add(planned: Planned): void {
    const { date } = planned.fields
    byDay.set(date, [...(byDay.get(date) ?? []), planned])
  }

  function judgeRow(inputRow: InputRow<'parades'>): Judged {
    const values = inputRow.items[0] ?? {}
    const row = judgedRow(inputRow, titleOf(values))
    if (row.decision === 'skip') return row
    const found = isReadable(inputRow) && row.decision !== newOne ? find(values, row) : null
    addRowErrors(row, inputRow, () => found !== null)
    const given = dropEmpty(values)
    const draft = withChanges(found?.fields ?? defaultParade(values, clock.today), given)
    const shape = newParadeBody.safeParse(draft)
    if (!fits(shape, row, columns, {})) return row
    for (const [field, text] of Object.entries(paradeProblems(shape.data))) {
      // An error of `departures.0.time` is shown at the cell `departures`.
      const cell = cellField(columns, field.split('.')[0] ?? field)
      if (!row.errors.some((one) => one.field === cell)) row.errors.push({ field: cell, text })
    }
    const together = mergeValues(found?.earlierValues ?? new Map(), given, row, columns)
    const { date, dateEnrolmentStart, dateEnrolmentEnd } = shape.data
    if (row.errors.length > 0 || !date || !dateEnrolmentStart || !dateEnrolmentEnd) return row
    // Extras stay as stored: a file has no column for them.
    const extras = found?.fields.extras ?? []
    const fields = { ...shape.data, date, dateEnrolmentStart, dateEnrolmentEnd, extras }
    const before = found?.fields
    row.fields = importFields.parades.flatMap(({ field, label }) => {
      const [old, now] = [before ? shown(before, field) : null, shown(fields, field)]
      const isTold = before ? old !== now : now !== null && now !== 'nein'
      return isTold ? [{ field, label, old, new: now ?? '' }] : []
    })
    row.title = titleOf(fields)
    row.effects.push(!found ? 'new' : row.fields.length > 0 ? 'changes' : 'same')
    row.targets.push(found ? `${found.id ?? `row ${found.row}`}` : 'new')
    if (found) Object.assign(found, { fields, values: together })
    else add({ id: null, row: row.row, fields, earlierValues: together })
    return row
  }

  function find(values: ParadeValues, row: Judged): Planned | null {
    const onDay = byDay.get(values.date ?? '') ?? []
    const ofHost = onDay.filter(({ fields }) => isCalled(fields.host, values.host))
    const titled = ofHost.filter(({ fields }) => isCalled(fields.title, values.title))
    const fitting = titled.length > 0 ? titled : similarParades(onDay, ofHost, values)
    const [only] = fitting
    if (fitting.length < 2) return only ?? null
    const again = fitting.find(({ fields }) =>
      isSameValue(fields, withChanges(fields, dropEmpty(values))),
    )
    if (staged.isAgain && again) return again
    const field = `parade:${row.row}`
    const answer = staged.answers.choices[field] ?? null
    questions.push({
      place: 'choices',
      field,
      question: `Welcher Umzug ist in Zeile ${row.row} gemeint?`,
      word: '',
      rows: 1,
      options: [
        ...fitting.map((one) => ({ value: nameOf(one), label: titleOf(one.fields) })),
        { value: newOne, label: 'Ein neuer Umzug' },
      ],
      answer,
    })
    if (answer === newOne) return null
    const chosen = fitting.find((one) => nameOf(one) === answer)
    if (!chosen) {
      const text = 'An diesem Tag gibt es mehrere Umzüge, die passen.'
      row.errors.push({ field: cellField(columns, 'date'), text })
    }
    return chosen ?? null
  }

  // The parades of the day that the row may mean: by host, else by title. Two rows are two parades unless their
  // names are equal, and a parade that another row names more exactly is left to that row.
  function similarParades(
    onDay: readonly Planned[],
    ofHost: readonly Planned[],
    values: ParadeValues,
  ) {
    const sameHost = ofHost.filter(({ row, id }) => row === null && !named.byBoth.has(id))
    if (sameHost.length > 0 || ofHost.length > 0) return values.title ? sameHost : ofHost
    return onDay.filter(
      ({ row, id, fields }) =>
        row === null && !named.byHost.has(id) && isCalled(fields.title, values.title),
    )
  }

  const judged = rows.map(judgeRow)
  const planned = [...byDay.values()].flat()
  return {
    rows: judged,
    insertions: planned.flatMap(({ id, fields }): Insertion[] =>
      id === null
        ? [{ table: 'parades', row: { ...fields, searchKey: paradeSearchKey(fields) } }]
        : [],
    ),
    updates: planned.flatMap(({ id, fields }): Update[] => {
      const before = id === null ? undefined : stored.get(id)
      if (id === null || !before || before === fields) return []
      const withKey = (one: ParadeFields) => ({ ...one, searchKey: paradeSearchKey(one) })
      const changed = changedOnly(withKey(before), withKey(fields))
      return Object.keys(changed.after).length > 0 ? [{ table: 'parades', id, ...changed }] : []
    }),
    questions,
  }
}

/** The stored parades that some row of the file names by host, and by host and title. */
function namedExactly(
  rows: readonly InputRow<'parades'>[],
  byDay: ReadonlyMap<Day, readonly Planned[]>,
) {
  const byHost = new Set<number | null>()
  const byBoth = new Set<number | null>()
  for (const { items, choice } of rows) {
    const [values] = items
    if (!values || choice.decision === 'skip') continue
    for (const { id, fields } of byDay.get(values.date ?? '') ?? []) {
      if (!isCalled(fields.host, values.host)) continue
      byHost.add(id)
      if (isCalled(fields.title, values.title)) byBoth.add(id)
    }
  }
  return { byHost, byBoth }
}

function isCalled(one: string, other: string | undefined): boolean {
  return normaliseName(other ?? '') !== '' && normaliseName(one) === normaliseName(other ?? '')
}

const nameOf = ({ id, row }: Planned) => (id === null ? `row ${row}` : String(id))

function fieldsOf({
  id: _,
  searchKey: _s,
  version: _v,
  cancelledAt: _c,
  cancelledBy: _b,
  cancelReason: _r,
  ...fields
}: ParadeRow): ParadeFields {
  return fields
}

/** The form's defaults; the enrolment period follows from the day. */
function defaultParade({ date }: ParadeValues, today: Day): ParadeFields {
  const { start, end } = suggestEnrolment(date ?? addDays(today, 1), today)
  return {
    title: '',
    host: '',
    hostTown: '',
    hostPlz: '',
    date: date ?? '',
    paradeNumber: 0,
    comment: '',
    priceForAdultsInCent: 0,
    priceForChildrenInCent: 0,
    dateEnrolmentStart: start,
    dateEnrolmentEnd: end,
    ...withoutTimes,
    isChildParade: false,
  }
}

/** Removes empty cells, which must not clear stored values. */
function dropEmpty(values: ParadeValues): ParadeValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}

/** The parade as the preview lists it: "19.01.2025 Ringtreffen, NZ Moosried". */
function titleOf({ date, title, host }: Pick<ParadeValues, 'date' | 'title' | 'host'>): string {
  const what = [title, host].filter(Boolean).join(', ')
  return [date ? germanDate(date) : '', what].filter(Boolean).join(' ')
}

function shown(fields: ParadeFields, field: string): string | null {
  const value = Object.entries(fields).find(([name]) => name === field)?.[1] ?? null
  if (value === null || value === '') return null
  if (field === 'departures') return departureList(fields.departures) || null
  if (field === 'paradeNumber' && value === 0) return null
  if (typeof value === 'boolean') return value ? 'ja' : 'nein'
  if (field.endsWith('InCent')) return germanEuro(Number(value))
  return field.startsWith('date') ? germanDate(String(value)) : String(value)
}
