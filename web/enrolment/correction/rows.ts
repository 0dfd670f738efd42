import { useState } from 'react'
import { nameKey } from '#worker/domain/enrolment.ts'
import { namesOf } from '#worker/domain/names.ts'
import type { UnmatchedPerson } from '#worker/enrolment/enrolment.contract.ts'
import { assigned, type Standing } from './correction.ts'

/** Spec §4: a row stays when it is matched; so the list is the page's own, and only grows. */
export type Rows = {
  people: readonly UnmatchedPerson[]
  standings: ReadonlyMap<number, Standing>
}

const unmatched: Standing = { match: null, note: '' }

export const standingOf = ({ standings }: Rows, { id }: UnmatchedPerson): Standing =>
  standings.get(id) ?? unmatched

/** Nothing is left to be done about them. */
export function isSettled(rows: Rows, person: UnmatchedPerson): boolean {
  const { match, isGuest } = standingOf(rows, person)
  return match !== null || isGuest === true
}

/** How many an act still holds. */
export function countOf({ standings }: Rows, act: number): number {
  return [...standings.values()].filter(({ match }) => match?.act === act).length
}

/** Whose first suggestion can be taken without a look at it. */
export function sureOf(rows: Rows): UnmatchedPerson[] {
  return rows.people.filter((person) => person.isSure && !isSettled(rows, person))
}

/**
 * Sure ones were matched together.
 * @param open who still stands in the list: where the member was there already; null = not known
 */
function afterMatching(
  rows: Rows,
  matched: readonly UnmatchedPerson[],
  act: number,
  open: readonly UnmatchedPerson[] | null,
): Rows {
  const standings = new Map(rows.standings)
  for (const person of matched) {
    const [member] = person.suggestions
    if (!member) continue
    const left = open?.find((one) => isSamePerson(one, person))?.parades.map(({ id }) => id) ?? []
    const linked = person.parades.length - left.length
    const { match, note } = assigned(person, member, { linked, left })
    standings.set(person.id, { match: match && { ...match, act }, note })
  }
  return { ...rows, standings }
}

type Person = Pick<UnmatchedPerson, 'id' | 'memberName' | 'birthday'>

/**
 * What an act had matched was undone: its people are open again, and those whom this page did not
 * know stand above the others.
 */
function afterUndoing(
  rows: Rows,
  undone: readonly Person[],
  open: readonly UnmatchedPerson[] | null,
): Rows {
  const standings = new Map(rows.standings)
  const known = rows.people.map((person) => {
    if (!undone.some((one) => isSamePerson(one, person))) return person
    const now = open ? open.find((one) => isSamePerson(one, person)) : person
    if (!now) return person
    standings.delete(person.id)
    standings.set(now.id, { match: null, note: 'Die Zuordnung ist aufgehoben.' })
    return now
  })
  const isKnown = (one: UnmatchedPerson) => known.some((person) => isSamePerson(one, person))
  const added = (open ?? []).filter((one) => !isKnown(one))
  return { people: [...added, ...known], standings }
}

/** The id is the newest participation's: with another one the person has another id. */
function isSamePerson(a: Person, b: Person): boolean {
  if (a.id === b.id) return true
  return a.birthday !== null && keyOf(a) === keyOf(b)
}

const keyOf = ({ memberName, birthday }: Person) => nameKey({ ...namesOf(memberName), birthday })

type Open = readonly UnmatchedPerson[] | null

/** The rows of one visit. @param first as they were when the page was opened */
export function useRows(first: readonly UnmatchedPerson[]) {
  const [rows, setRows] = useState<Rows>({ people: first, standings: new Map() })
  return {
    rows,
    setStanding: (id: number, next: Standing) =>
      setRows((before) => ({ ...before, standings: new Map(before.standings).set(id, next) })),
    matchedTogether: (people: readonly UnmatchedPerson[], act: number, open: Open) =>
      setRows((before) => afterMatching(before, people, act, open)),
    undone: (people: Parameters<typeof afterUndoing>[1], open: Open) =>
      setRows((before) => afterUndoing(before, people, open)),
  }
}

export type CorrectionRows = ReturnType<typeof useRows>
