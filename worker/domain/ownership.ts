import { type Day, germanDate } from './dates.ts'
import type { FieldMessages } from './errors.ts'
import { fullName } from './names.ts'

/** A period of ownership; the next owner may begin on `ownedTo`; null: no end. */
export type OwnedSpan = { ownedFrom: Day; ownedTo: Day | null }

/** Whether an ownership that has begun lasts beyond a day. An exit in the future sets `ownedTo` before it happens. */
export function isOwnedOn(day: Day, { ownedTo }: Pick<OwnedSpan, 'ownedTo'>): boolean {
  return ownedTo === null || ownedTo > day
}

type Named = { firstName: string; lastName: string }

export type Owner = Named & {
  hasDied: boolean
  dateOfDeath: Day | null
  /** An anonymised member keeps their costumes and gets no new ones. */
  isAnonymised: boolean
}

type Correction = {
  /** The corrected ownership; `before` is the stored one. */
  span: OwnedSpan
  before: OwnedSpan
  /** The owner after the correction; null when there is no such member. */
  owner: Owner | null
  /** The names of the fields in the request; a problem is reported at one of them if possible. */
  given: readonly string[]
  /** The other ownerships of the costume. */
  others: readonly (OwnedSpan & { member: Named })[]
}

/** The problems of a corrected ownership (docs/rules.md, "Kleider und ihre Besitzer"). */
export function ownershipProblems(correction: Correction, today: Day): FieldMessages {
  const problems = overlapProblems(correction)
  const { span, before, owner, given } = correction
  if (span.ownedFrom > today) problems.ownedFrom = beginsLater
  const isNewOwner = given.includes('memberId')
  if (owner === null || (isNewOwner && owner.isAnonymised)) problems.memberId = noSuchMember
  else if (owner.hasDied && lastsBeyond(span, owner.dateOfDeath ?? today)) {
    problems.ownedTo = beyondDeath(owner)
    if (isNewOwner) problems.memberId = hasDied
  }
  const misplaced = daysProblem(span, before)
  if (misplaced) problems[given.includes('ownedTo') ? 'ownedTo' : 'ownedFrom'] = misplaced
  return problems
}

export const beginsLater = 'Der Beginn liegt in der Zukunft.'
export const hasDied = 'Dieses Mitglied ist verstorben.'
export const noSuchMember = 'Dieses Mitglied gibt es nicht mehr.'

/** The message about an ownership that lasts beyond the owner's death. */
function beyondDeath({ firstName, lastName, dateOfDeath }: Owner): string {
  const name = fullName({ firstName, lastName })
  return dateOfDeath
    ? `${name} ist am ${germanDate(dateOfDeath)} verstorben. Der Besitz endet spätestens dann.`
    : `${name} ist verstorben. Gib an, bis wann.`
}

function lastsBeyond({ ownedTo }: OwnedSpan, end: Day): boolean {
  return ownedTo === null || ownedTo > end
}

/**
 * The problem of the days of an ownership; null when there is none. A span of zero days, which an exit on the first
 * day leaves, may stay stored but cannot be entered.
 */
function daysProblem({ ownedFrom, ownedTo }: OwnedSpan, before: OwnedSpan): string | null {
  if (ownedTo === null || ownedTo > ownedFrom) return null
  if (ownedTo < ownedFrom) return 'Der Besitz endet, bevor er beginnt.'
  const isAsBefore = ownedFrom === before.ownedFrom && ownedTo === before.ownedTo
  return isAsBefore ? null : 'Das wäre kein einziger Tag. War es ein Irrtum, entferne den Eintrag.'
}

function overlapProblems({ span, others }: Correction): FieldMessages {
  const problems: FieldMessages = {}
  // Latest first, so that the message names the ownership nearest to the span's beginning.
  const latestFirst = others.toSorted((a, b) => (a.ownedFrom < b.ownedFrom ? 1 : -1))
  for (const other of latestFirst) {
    if (!overlaps(span, other)) continue
    const name = fullName(other.member)
    if (other.ownedFrom > span.ownedFrom) {
      problems.ownedTo = `Ab ${germanDate(other.ownedFrom)} hatte ${name} das Kleid.`
    } else {
      problems.ownedFrom = other.ownedTo
        ? `Bis ${germanDate(other.ownedTo)} hatte ${name} das Kleid.`
        : `Seit ${germanDate(other.ownedFrom)} hat ${name} das Kleid.`
    }
  }
  return problems
}

/** Whether both spans share a day. A span of zero days shares none. */
function overlaps(span: OwnedSpan, other: OwnedSpan): boolean {
  return (
    other.ownedTo !== other.ownedFrom &&
    (span.ownedTo === null || other.ownedFrom < span.ownedTo) &&
    (other.ownedTo === null || span.ownedFrom < other.ownedTo)
  )
}
