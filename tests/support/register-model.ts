import { expect } from 'vitest'

// A model of a guild's register: stores each act and counts every figure day by day, without the product's
// code.

export type Day = string
export type Span = { from: Day; to: Day | null }

export type Office = Span & { id: number; duty: string }

type Exit = {
  date: Day
  stateBefore: string
  leftBefore: Day | null
  endedSpan: Span | null
  endedOffices: { office: Office; before: Day | null }[]
  isEffective: boolean
}

export type ModelMember = {
  id: number
  name: string
  birthday: Day | null
  state: string
  joined: Day | null
  left: Day | null
  spans: Span[]
  offices: Office[]
  honors: string[]
  exits: Exit[]
  /** Parades counted as a sum instead of one by one, up to and including this day. */
  stand: { count: number; until: Day } | null
}

export type ModelParade = { id: number; date: Day; isOff: boolean }

export type ModelPlace = {
  id: number
  parade: ModelParade
  member: ModelMember | null
  /** The guest's name. */
  guest: string
  typeId: number
  isConfirmed: boolean
}

export class RegisterModel {
  members: ModelMember[] = []
  parades: ModelParade[] = []
  places: ModelPlace[] = []
  /** The current owner of each costume; null = the guild. */
  owners = new Map<number, number | null>()

  leave(
    member: ModelMember,
    leave: { date: Day; today: Day; isSpanEnded: boolean; offices: Office[] },
  ) {
    const { date, today } = leave
    this.takeBackWaiting(member)
    const open = leave.isSpanEnded ? (member.spans.find(({ to }) => to === null) ?? null) : null
    const exit: Exit = {
      date,
      stateBefore: member.state,
      leftBefore: member.left,
      endedSpan: open,
      endedOffices: leave.offices.map((office) => ({ office, before: office.to })),
      isEffective: date <= today,
    }
    if (open) open.to = date
    for (const { office } of exit.endedOffices) office.to = date
    member.left = date
    if (exit.isEffective) member.state = 'Left'
    member.exits.push(exit)
  }

  private takeBackWaiting(member: ModelMember) {
    const newest = member.exits.at(-1)
    if (newest && !newest.isEffective) this.takeBack(member)
  }

  /** Whether the newest exit can be reverted: the leaving has not changed since. */
  canTakeBack(member: ModelMember): boolean {
    const exit = member.exits.at(-1)
    if (!exit || member.left !== exit.date) return false
    return !exit.isEffective || member.state === 'Left'
  }

  takeBack(member: ModelMember) {
    const exit = member.exits.pop()
    if (!exit) throw new Error('There is no exit')
    member.state = exit.stateBefore
    member.left = exit.leftBefore
    if (exit.endedSpan?.to === exit.date) exit.endedSpan.to = null
    for (const { office, before } of exit.endedOffices) {
      if (office.to === exit.date) office.to = before
    }
  }

  /** The nightly job: members who left before today become former members. */
  night(today: Day) {
    for (const member of this.members) {
      for (const exit of member.exits) {
        if (exit.isEffective || exit.date >= today) continue
        exit.isEffective = true
        member.state = 'Left'
      }
    }
  }

  get staying(): ModelMember[] {
    return this.members.filter(isStaying)
  }

  /** The earlier sum, and each parade since then with a confirmed participation. */
  sprüngeOf(member: ModelMember): number {
    const { count, until } = member.stand ?? { count: 0, until: '0000-00-00' }
    const since = this.places.filter(
      (place) => place.member === member && place.isConfirmed && place.parade.date > until,
    )
    return count + since.length
  }

  /** Booked places of coming parades that are not called off. */
  comingOf(isTheirs: (place: ModelPlace) => boolean, today: Day): number {
    return this.places.filter(
      (place) =>
        isTheirs(place) && !place.isConfirmed && place.parade.date >= today && !place.parade.isOff,
    ).length
  }
}

export const isStaying = ({ state }: ModelMember) => state === 'Active' || state === 'Passive'

export function nextDay(day: Day, by = 1): Day {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + by)
  return at.toISOString().slice(0, 10)
}

/** All days from 1960 to 2039. */
const calendar: Day[] = []
for (let day = '1960-01-01'; day < '2040-01-01'; day = nextDay(day)) calendar.push(day)
const placeOf = new Map(calendar.map((day, place) => [day, place]))
const dayOfMonth = calendar.map((day) => Number(day.slice(8)))

function place(day: Day): number {
  const found = placeOf.get(day)
  if (found === undefined) throw new Error(`${day} is not in the calendar`)
  return found
}

/**
 * Walks every day of membership: a month is complete when its day recurs, or when the month ends before that
 * day. Adjacent spans count as one.
 */
export function monthsByWalking(spans: readonly Span[], asked: Day): number {
  const belonged = new Uint8Array(calendar.length)
  for (const { from, to } of spans) {
    const end = Math.min(place(asked), to === null ? calendar.length : place(to) + 1)
    for (let day = place(from); day < end; day += 1) belonged[day] = 1
  }
  let months = 0
  let wanted = 0
  for (let day = 1; day < calendar.length - 1; day += 1) {
    // Also visits the day after the last one, which completes the last month.
    if (!belonged[day - 1] && belonged[day]) wanted = dayOfMonth[day] ?? 0
    else if (belonged[day - 1]) {
      const here = dayOfMonth[day] ?? 0
      // A month that lacks the day is complete at its end (§ 188 (3) BGB): counted on the first of the next.
      const endedWithout = here === 1 && (dayOfMonth[day - 1] ?? 0) < wanted
      if (here === wanted || endedWithout) months += 1
    }
  }
  return months
}

/** The spans; without any, the time from joining to leaving. */
export function membershipOf({ spans, joined, left }: ModelMember): Span[] {
  if (spans.length > 0) return spans
  return joined === null ? [] : [{ from: joined, to: left }]
}

/** A started year counts from its sixth month on. */
export function officeYears(spans: readonly Span[], asked: Day): number {
  const months = monthsByWalking(spans, asked)
  return Math.trunc(months / 12) + (months % 12 >= 6 ? 1 : 0)
}

/** The age by counting birthdays; 29 February counts as 1 March in other years. */
export function ageByCounting(birthday: Day, on: Day): number {
  const [year, month, day] = [birthday.slice(0, 4), birthday.slice(5, 7), birthday.slice(8)].map(
    Number,
  )
  let age = -1
  for (let of = year ?? 0; ; of += 1) {
    const comes = new Date(Date.UTC(of, (month ?? 1) - 1, day)).toISOString().slice(0, 10)
    if (comes > on) return age
    age += 1
  }
}

/** The highest step reached and not held, and the open steps below it. */
export function stepOf(
  steps: readonly [string, number][],
  held: readonly string[],
  reached: number,
) {
  const highestHeld = Math.max(
    -1,
    ...steps.map(([type], index) => (held.includes(type) ? index : -1)),
  )
  const due = steps.filter(([, threshold], index) => index > highestHeld && threshold <= reached)
  const types = due.map(([type]) => type)
  return types.length > 0 ? { honor: types.at(-1), alsoDue: types.slice(0, -1) } : null
}

/** Compares the rows in any order. */
export function expectSame(answered: readonly object[], counted: readonly object[], what: string) {
  const sorted = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).sort()
  expect(sorted(answered), what).toEqual(sorted(counted))
}
