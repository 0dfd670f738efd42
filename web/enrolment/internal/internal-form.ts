import { noTypedGuardian, type TypedGuardian } from '#web/components/guardian-fields.tsx'
import type { CostumeType } from '#web/enrolment/chosen-parades.ts'
import {
  type Costume,
  costumeChanged,
  emptyPerson,
  hasContent,
  noCostume,
  type PersonAction,
  type PersonForm,
  type Problems,
  personReducer,
} from '#web/enrolment/person-form.ts'
import type { PickableMember } from '#web/members/shared/member-search.ts'
import type { Day } from '#worker/domain/dates.ts'

/** The part of a member's costume that a proposal needs. */
export type OwnCostume = { id: number; number: string; type: CostumeType; ownedTo: Day | null }

export type InternalForm = {
  entry: PersonForm
  /** The picked member; null after name or birthday is edited (Spec §2). */
  member: PickableMember | null
  /** Costumes that the last picked member owns today. */
  wardrobe: readonly OwnCostume[]
  /** Ids of parades in which the last picked member already takes part. */
  enrolledIn: readonly number[]
  /** Whether the user confirmed that the enrolment may exceed the places of a parade. */
  overCapacity: boolean
  accompaniment: TypedGuardian
}

export const emptyInternalForm: InternalForm = {
  entry: emptyPerson,
  member: null,
  wardrobe: [],
  enrolledIn: [],
  overCapacity: false,
  accompaniment: noTypedGuardian,
}

export type InternalAction =
  | PersonAction
  | { type: 'memberPicked'; member: PickableMember | null }
  | { type: 'wardrobeCame'; wardrobe: readonly OwnCostume[] }
  | { type: 'participationsCame'; paradeIds: readonly number[] }
  | { type: 'alreadyEnrolled'; paradeIds: readonly number[]; problems: Problems }
  | { type: 'overCapacity'; isConfirmed: boolean }
  | { type: 'guardianTyped'; accompaniment: TypedGuardian }
  | { type: 'costumePicked'; paradeId: number; costume: OwnCostume }

export function internalFormReducer(form: InternalForm, action: InternalAction): InternalForm {
  switch (action.type) {
    case 'memberPicked':
      return memberPicked(form, action.member)
    case 'wardrobeCame':
      return { ...form, ...withWardrobe(form, action.wardrobe) }
    case 'participationsCame':
      return { ...form, enrolledIn: action.paradeIds }
    case 'alreadyEnrolled':
      return { ...form, entry: markEnrolled(form.entry, action) }
    case 'overCapacity':
      return { ...form, overCapacity: action.isConfirmed }
    case 'guardianTyped':
      return { ...form, accompaniment: action.accompaniment }
    case 'costumePicked':
      return { ...form, entry: costumePicked(form.entry, action.paradeId, action.costume) }
    case 'typed':
    case 'birthdayChanged': {
      const entry = personReducer(form.entry, action)
      return { ...form, entry, member: null, enrolledIn: [] }
    }
    case 'toggled': {
      const entry = personReducer(form.entry, action)
      return { ...form, entry: fill(entry, [action.paradeId], proposalOf(form)) }
    }
    case 'costumeChanged':
      return { ...form, entry: costumeTyped(form.entry, action.paradeId, action.change) }
    case 'extraChanged':
    case 'refused':
      return { ...form, entry: personReducer(form.entry, action) }
  }
}

export function costumeOf({ number, type }: OwnCostume): Costume {
  return { costumeNumber: number, costumeTypeId: type.id }
}

type Person = Pick<PersonForm, 'firstName' | 'lastName' | 'birthday'>

/** Deselecting a member also removes what picking them has filled in. */
function memberPicked(form: InternalForm, member: PickableMember | null): InternalForm {
  if (!member && !form.member) return form
  const { firstName, lastName, birthday }: Person = member ?? emptyPerson
  const costumes = withoutProposals(form.entry.costumes, form.wardrobe)
  const person: Person = { firstName, lastName, birthday }
  return {
    entry: { ...form.entry, ...person, costumes, problems: {} },
    member,
    wardrobe: [],
    enrolledIn: [],
    overCapacity: false,
    accompaniment: noTypedGuardian,
  }
}

type Refused = { paradeIds: readonly number[]; problems: Problems }

/**
 * Deselects the parades in which the person is already enrolled, so that the others can be sent, and
 * shows the problem at each.
 */
function markEnrolled(entry: PersonForm, { paradeIds, problems }: Refused): PersonForm {
  return { ...entry, problems, chosen: entry.chosen.filter((id) => !paradeIds.includes(id)) }
}

function withoutProposals(
  costumes: PersonForm['costumes'],
  wardrobe: readonly OwnCostume[],
): PersonForm['costumes'] {
  const left = Object.entries(costumes).map(([id, costume]) => {
    const isProposed = wardrobe.some((own) => isSameCostume(costume, costumeOf(own)))
    return [id, isProposed ? noCostume : costume]
  })
  return Object.fromEntries(left)
}

export function isSameCostume(one: Costume | undefined, other: Costume): boolean {
  return (
    one?.costumeTypeId === other.costumeTypeId &&
    one.costumeNumber.trim() === other.costumeNumber.trim()
  )
}

function withWardrobe(form: InternalForm, wardrobe: readonly OwnCostume[]) {
  const { entry } = form
  return { wardrobe, entry: fill(entry, entry.chosen, proposalOf({ ...form, wardrobe })) }
}

// With several costumes there is no proposal: they are offered at each parade.
function proposalOf({ member, wardrobe }: InternalForm): Costume | null {
  const [only, ...others] = wardrobe
  return member && only && others.length === 0 ? costumeOf(only) : null
}

/** A costume picked for one parade is copied to the others without one. */
function costumePicked(entry: PersonForm, paradeId: number, own: OwnCostume) {
  const costume = costumeOf(own)
  return fill(costumeTyped(entry, paradeId, costume), entry.chosen, costume)
}

/** In internal enrolment a typed costume is not copied: other parades wait for the member's own. */
function costumeTyped(entry: PersonForm, paradeId: number, change: Partial<Costume>): PersonForm {
  return costumeChanged(entry, paradeId, change, [])
}

function fill(entry: PersonForm, ids: readonly number[], costume: Costume | null) {
  const empty = costume ? ids.filter((id) => isEmpty(entry, id)) : []
  const filled = Object.fromEntries(empty.map((id) => [id, costume ?? noCostume]))
  return { ...entry, costumes: { ...entry.costumes, ...filled } }
}

function isEmpty({ chosen, costumes }: PersonForm, id: number): boolean {
  return chosen.includes(id) && !hasContent(costumes[id])
}
