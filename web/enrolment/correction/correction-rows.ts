import { useState } from 'react'
import { nameKey } from '#worker/domain/enrolment.ts'
import { parseListName } from '#worker/domain/names.ts'
import type { UnmatchedPerson } from '#worker/enrolment/enrolment.contract.ts'
import { type RowState, stateAfterMatch } from './correction.ts'

/** The rows of the page. A matched row stays (Spec §4), so rows are only added. */
export type CorrectionList = {
  people: readonly UnmatchedPerson[]
  states: ReadonlyMap<number, RowState>
}

const unmatched: RowState = { match: null, note: '' }

export const rowStateOf = (
  { states: standings }: CorrectionList,
  { id }: UnmatchedPerson,
): RowState => standings.get(id) ?? unmatched

/** The person is matched or marked as a guest. */
export function isSettled(rows: CorrectionList, person: UnmatchedPerson): boolean {
  const { match, isGuest } = rowStateOf(rows, person)
  return match !== null || isGuest === true
}

/** How many matches of an act are still in force. */
export function countActMatches({ states: standings }: CorrectionList, act: number): number {
  return [...standings.values()].filter(({ match }) => match?.act === act).length
}

/** The people whose first suggestion is sure. */
export function peopleWithSureMatch(rows: CorrectionList): UnmatchedPerson[] {
  return rows.people.filter((person) => person.isSure && !isSettled(rows, person))
}

/**
 * The state after matching all people with a sure suggestion together.
 * @param open people who are still unmatched because the member took part already; null when not known
 */
function afterMatch(
  rows: CorrectionList,
  matched: readonly UnmatchedPerson[],
  act: number,
  open: readonly UnmatchedPerson[] | null,
): CorrectionList {
  const standings = new Map(rows.states)
  for (const person of matched) {
    const [member] = person.suggestions
    if (!member) continue
    const left = open?.find((one) => isSamePerson(one, person))?.parades.map(({ id }) => id) ?? []
    const linked = person.parades.length - left.length
    const { match, note } = stateAfterMatch(person, member, { linked, left })
    standings.set(person.id, { match: match && { ...match, act }, note })
  }
  return { ...rows, states: standings }
}

type Person = Pick<UnmatchedPerson, 'id' | 'memberName' | 'birthday'>

/** The state after an act was undone: its people are open again, those new to the page come first. */
function afterUndoing(
  rows: CorrectionList,
  undone: readonly Person[],
  open: readonly UnmatchedPerson[] | null,
): CorrectionList {
  const standings = new Map(rows.states)
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
  return { people: [...added, ...known], states: standings }
}

/** A person's id is that of the newest participation, so the same person may get another id. */
function isSamePerson(a: Person, b: Person): boolean {
  if (a.id === b.id) return true
  return a.birthday !== null && keyOf(a) === keyOf(b)
}

const keyOf = ({ memberName, birthday }: Person) =>
  nameKey({ ...parseListName(memberName), birthday })

type Open = readonly UnmatchedPerson[] | null

/**
 * The rows of one visit.
 * @param first the list as loaded with the page
 */
export function useRows(first: readonly UnmatchedPerson[]) {
  const [rows, setRows] = useState<CorrectionList>({ people: first, states: new Map() })
  return {
    rows,
    setRowState: (id: number, next: RowState) =>
      setRows((before) => ({ ...before, states: new Map(before.states).set(id, next) })),
    matchedTogether: (people: readonly UnmatchedPerson[], act: number, open: Open) =>
      setRows((before) => afterMatch(before, people, act, open)),
    undone: (people: Parameters<typeof afterUndoing>[1], open: Open) =>
      setRows((before) => afterUndoing(before, people, open)),
  }
}

export type CorrectionRows = ReturnType<typeof useRows>
