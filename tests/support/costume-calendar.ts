import { addDays, type Day } from '#worker/domain/dates.ts'

// A model of one costume's owners: a calendar with a cell per day. Acts change the cells by docs/rules.md,
// without the worker's code.

const firstDay = '2025-01-01'
const size = 1400
/** The last cell stands for all later days. */
const endless = size - 1

const dayAt = (index: number): Day => addDays(firstDay, index)
const indexOf = (day: Day): number =>
  Math.round((Date.parse(day) - Date.parse(firstDay)) / 86_400_000)

type Life = { diedOn: Day | null }

export type Calendar = {
  today: Day
  isDeregistered: boolean
  /** Members by id. */
  people: Map<number, Life>
  /** The ownership's id for each day; null: the guild owns the costume. */
  cells: (number | null)[]
  /** Ownerships that end on the day they begin, with that day. */
  empty: Map<number, number>
  memberOf: Map<number, number>
}

export type CalendarAct =
  | { act: 'give'; memberId: number; from: Day | null }
  | { act: 'back'; from: Day | null }
  | {
      act: 'change'
      id: number
      to: { memberId?: number; ownedFrom?: Day; ownedTo?: Day | null }
    }
  | { act: 'remove'; id: number; reopens: boolean }

/** A row of the costume's history; `to` is the day on which it ends. */
export type OwnershipRow = [id: number, memberId: number, from: Day, to: Day | null]

export function newCalendar(today: Day, memberIds: readonly number[]): Calendar {
  return {
    today,
    isDeregistered: false,
    people: new Map(memberIds.map((id) => [id, { diedOn: null }])),
    cells: Array.from({ length: size }, () => null),
    empty: new Map(),
    memberOf: new Map(),
  }
}

type Place = { id: number; begin: number; end: number }

/** Ownerships, oldest first; `end` is the index of the first day after it. */
export function placesOf({ cells, empty }: Calendar): Place[] {
  const places = new Map<number, Place>()
  cells.forEach((id, day) => {
    if (id === null) return
    const known = places.get(id)
    if (known && known.end !== day) throw new Error(`entry ${id} has a hole`)
    places.set(id, { id, begin: known?.begin ?? day, end: day + 1 })
  })
  for (const [id, day] of empty) places.set(id, { id, begin: day, end: day })
  return [...places.values()].sort((a, b) => a.begin - b.begin || a.end - b.end || a.id - b.id)
}

export function ownershipRowsOf(calendar: Calendar): OwnershipRow[] {
  return placesOf(calendar)
    .reverse()
    .map(({ id, begin, end }) => [
      id,
      calendar.memberOf.get(id) ?? 0,
      dayAt(begin),
      end > endless ? null : dayAt(end),
    ])
}

export function ownerOn(calendar: Calendar, day: Day): number | null {
  const id = calendar.cells[indexOf(day)] ?? null
  return id === null ? null : (calendar.memberOf.get(id) ?? null)
}

/** Replaces the calendar by the stored ownerships, after acts whose order is unknown. */
export function adopt(calendar: Calendar, stored: readonly OwnershipRow[]): void {
  calendar.cells.fill(null)
  calendar.empty.clear()
  for (const [id, memberId, from, to] of stored) {
    calendar.memberOf.set(id, memberId)
    if (from === to) calendar.empty.set(id, indexOf(from))
    else calendar.cells.fill(id, indexOf(from), to === null ? size : indexOf(to))
  }
}

/**
 * Applies the act; returns false and changes nothing if it has to be rejected.
 * @param answered the id of the ownership in the worker's answer
 */
export function carryOut(calendar: Calendar, act: CalendarAct, answered: number | null): boolean {
  if (act.act === 'give') return give(calendar, act.memberId, act.from ?? calendar.today, answered)
  if (act.act === 'back') return giveBack(calendar, act.from ?? calendar.today)
  if (act.act === 'change') return change(calendar, act.id, act.to)
  return remove(calendar, act.id, act.reopens)
}

/** A member leaves; an ownership of theirs without an end ends on that day. */
export function leave(calendar: Calendar, memberId: number, on: Day, hasDied: boolean): void {
  const person = calendar.people.get(memberId)
  if (person && hasDied) person.diedOn = on
  const id = calendar.cells[endless] ?? null
  if (id === null || calendar.memberOf.get(id) !== memberId) return
  const day = indexOf(on)
  if (placesOf(calendar).find((one) => one.id === id)?.begin === day) calendar.empty.set(id, day)
  calendar.cells.fill(null, day)
}

function give(calendar: Calendar, memberId: number, on: Day, answered: number | null): boolean {
  const { cells, empty, memberOf, people } = calendar
  const from = indexOf(on)
  const person = people.get(memberId)
  const last = cells[endless] ?? null
  if (
    on > calendar.today ||
    !person ||
    person.diedOn !== null ||
    calendar.isDeregistered ||
    beginsAfter(calendar, from) ||
    (last !== null && memberOf.get(last) === memberId)
  ) {
    return false
  }
  const [goesOn] = placesOf(calendar).filter(
    ({ id, begin, end }) =>
      memberOf.get(id) === memberId && (begin < from ? end >= from : end === from),
  )
  const id = goesOn?.id ?? answered
  if (id === null) throw new Error('the answer names no entry')
  if (!goesOn && memberOf.has(id)) throw new Error(`entry ${id} is not new`)
  memberOf.set(id, memberId)
  empty.delete(id)
  cells.fill(id, from)
  forgetEmptyInside(calendar)
  return true
}

function giveBack(calendar: Calendar, on: Day): boolean {
  const from = indexOf(on)
  if (on > calendar.today || beginsAfter(calendar, from) || calendar.cells[from] === null) {
    return false
  }
  calendar.cells.fill(null, from)
  return true
}

function change(
  calendar: Calendar,
  id: number,
  { memberId, ownedFrom, ownedTo }: Extract<CalendarAct, { act: 'change' }>['to'],
): boolean {
  const { cells, empty, memberOf, people } = calendar
  const stored = placesOf(calendar).find((one) => one.id === id)
  if (!stored) return false
  const begin = ownedFrom === undefined ? stored.begin : indexOf(ownedFrom)
  const end = ownedTo === undefined ? stored.end : ownedTo === null ? size : indexOf(ownedTo)
  const owner = memberId ?? memberOf.get(id) ?? 0
  const person = people.get(owner)
  const isAsBefore = begin === stored.begin && end === stored.end
  if (!person || dayAt(begin) > calendar.today || end < begin) return false
  if (end === begin && !isAsBefore) return false
  if (person.diedOn !== null && end > indexOf(person.diedOn)) return false
  if (cells.slice(begin, end).some((other) => other !== null && other !== id)) return false
  if (end > begin) {
    empty.delete(id)
    paint(calendar, id, begin, end)
  }
  memberOf.set(id, owner)
  forgetEmptyInside(calendar)
  return true
}

function remove(calendar: Calendar, id: number, reopens: boolean): boolean {
  const places = placesOf(calendar)
  const index = places.findIndex((one) => one.id === id)
  if (index < 0) return false
  const before = reopens ? places[index - 1] : undefined
  const end = places[index + 1]?.begin ?? size
  if (before) {
    const diedOn = calendar.people.get(calendar.memberOf.get(before.id) ?? 0)?.diedOn
    if (diedOn && end > indexOf(diedOn)) return false
  }
  paint(calendar, id, 0, 0)
  calendar.empty.delete(id)
  if (before && end > before.begin) {
    calendar.empty.delete(before.id)
    paint(calendar, before.id, before.begin, end)
  }
  return true
}

function beginsAfter(calendar: Calendar, day: number): boolean {
  return placesOf(calendar).some(({ begin }) => begin > day)
}

function paint({ cells }: Calendar, id: number, begin: number, end: number): void {
  cells.forEach((one, day) => {
    if (one === id) cells[day] = null
  })
  cells.fill(id, begin, end)
}

/** Deletes empty ownerships (same first and last day) inside another one. */
function forgetEmptyInside({ cells, empty }: Calendar): void {
  for (const [id, day] of empty) {
    if (cells[day] !== null && cells[day] === cells[day - 1]) empty.delete(id)
  }
}
