import {
  type Costume,
  type EnrolmentForm,
  emptyForm,
  enrolmentFormReducer,
  type FormAction,
  hasContent,
  noCostume,
} from '#web/enrolment/enrolment-form.ts'
import type { Member } from '#web/enrolment/members.api.ts'
import type { CostumeOfMember } from './internal.api.ts'

export type InternalForm = {
  entry: EnrolmentForm
  /** Who was picked, until a name or the birthday is edited (Spec §2). */
  member: Member | null
  /** What the one picked last owns today. */
  wardrobe: readonly CostumeOfMember[]
  /** How often somebody was picked or let go: then even a half typed birthday is gone. */
  picks: number
}

export const emptyInternalForm: InternalForm = {
  entry: emptyForm,
  member: null,
  wardrobe: [],
  picks: 0,
}

export type InternalAction =
  | FormAction
  | { type: 'memberPicked'; member: Member | null }
  | { type: 'wardrobeCame'; wardrobe: readonly CostumeOfMember[] }
  | { type: 'costumePicked'; paradeId: number; costume: CostumeOfMember }

export function internalFormReducer(form: InternalForm, action: InternalAction): InternalForm {
  switch (action.type) {
    case 'memberPicked':
      return memberPicked(form, action.member)
    case 'wardrobeCame':
      return { ...form, ...wardrobeCame(form, action.wardrobe) }
    case 'costumePicked':
      return { ...form, entry: costumePicked(form.entry, action.paradeId, action.costume) }
    default:
      return entryChanged(form, action)
  }
}

export function costumeOf({ number, type }: CostumeOfMember): Costume {
  return { costumeNumber: number, costumeTypeId: type.id }
}

function entryChanged(form: InternalForm, action: FormAction): InternalForm {
  const entry = enrolmentFormReducer(form.entry, action)
  if (isPersonEdited(action)) return { ...form, entry, member: null }
  if (action.type !== 'toggled') return { ...form, entry }
  return { ...form, entry: fill(entry, [action.paradeId], proposalOf(form)) }
}

function isPersonEdited(action: FormAction): boolean {
  if (action.type === 'birthdayJudged') return action.isBroken
  return action.type === 'typed' || action.type === 'birthdayChanged'
}

/** Letting somebody go takes along what picking them had brought. */
function memberPicked(form: InternalForm, member: Member | null): InternalForm {
  if (!member && !form.member) return form
  const { firstName, lastName, birthday } = member ?? emptyForm
  const costumes = takeBack(form.entry.costumes, form.wardrobe)
  const person = { firstName, lastName, birthday, isBirthdayBroken: false }
  return {
    entry: { ...form.entry, ...person, costumes, problems: {} },
    member,
    wardrobe: [],
    picks: form.picks + 1,
  }
}

function takeBack(
  costumes: EnrolmentForm['costumes'],
  wardrobe: readonly CostumeOfMember[],
): EnrolmentForm['costumes'] {
  const left = Object.entries(costumes).map(([id, costume]) => {
    const isProposed = wardrobe.some((own) => isSame(costume, costumeOf(own)))
    return [id, isProposed ? noCostume : costume]
  })
  return Object.fromEntries(left)
}

export function isSame(one: Costume | undefined, other: Costume): boolean {
  return (
    one?.costumeTypeId === other.costumeTypeId &&
    one.costumeNumber.trim() === other.costumeNumber.trim()
  )
}

function wardrobeCame(form: InternalForm, wardrobe: readonly CostumeOfMember[]) {
  const { entry } = form
  return { wardrobe, entry: fill(entry, entry.chosen, proposalOf({ ...form, wardrobe })) }
}

// Of several costumes nobody can say which one is meant: they are offered at each parade.
function proposalOf({ member, wardrobe }: InternalForm): Costume | null {
  const [only, ...others] = wardrobe
  return member && only && others.length === 0 ? costumeOf(only) : null
}

/** What was picked for one parade serves for the others that have none yet. */
function costumePicked(entry: EnrolmentForm, paradeId: number, own: CostumeOfMember) {
  const costume = costumeOf(own)
  const action = { type: 'costumeChanged', paradeId, change: costume } as const
  return fill(enrolmentFormReducer(entry, action), entry.chosen, costume)
}

function fill(entry: EnrolmentForm, ids: readonly number[], costume: Costume | null) {
  const empty = costume ? ids.filter((id) => isEmpty(entry, id)) : []
  const filled = Object.fromEntries(empty.map((id) => [id, costume ?? noCostume]))
  return { ...entry, costumes: { ...entry.costumes, ...filled } }
}

function isEmpty({ chosen, costumes }: EnrolmentForm, id: number): boolean {
  return chosen.includes(id) && !hasContent(costumes[id])
}
