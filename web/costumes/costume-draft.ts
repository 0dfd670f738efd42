import {
  numberOr,
  optionalDay,
  type ReadResult,
  readFields,
  type TypedDay,
} from '#web/lib/typed.ts'
import type {
  CostumeDraft as Body,
  Costume,
  NewCostume,
} from '#worker/costumes/costumes.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { OwnerDraft } from './owner-field.tsx'

/** A costume in the form: the type as the select's value, '' for none. */
export type CostumeDraft = Omit<Body, 'costumeTypeId' | CostumeDay> & {
  costumeTypeId: string
} & Record<CostumeDay, TypedDay>

type CostumeDay = 'registeredSince' | 'registeredUntil'

/** A new costume in the form, with its first owner; without an owner it belongs to the guild. */
export type NewCostumeDraft = CostumeDraft & OwnerDraft & { ownedFrom: TypedDay }

/** The empty form of a new costume, registered from today. */
export function newDraft(today: Day): NewCostumeDraft {
  return {
    number: '',
    costumeTypeId: '',
    registeredSince: today,
    registeredUntil: null,
    comment: '',
    member: null,
    ownedFrom: today,
  }
}

export function draftOf({ id: _, type: _t, ...costume }: Costume): CostumeDraft {
  return { ...costume, costumeTypeId: String(costume.costumeTypeId) }
}

export function readCostumeForm(draft: CostumeDraft): ReadResult<Body> {
  return readFields(draft, {
    costumeTypeId: numberOr(null),
    registeredSince: optionalDay,
    registeredUntil: optionalDay,
  })
}

export function readNewDraft({
  member,
  ownedFrom,
  ...draft
}: NewCostumeDraft): ReadResult<NewCostume> {
  const costume = readCostumeForm(draft)
  // Without an owner the field for the day is hidden.
  const typed: { ownedFrom: TypedDay } = { ownedFrom: member ? ownedFrom : null }
  const since = readFields(typed, { ownedFrom: optionalDay })
  if ('body' in costume && 'body' in since) {
    return { body: { ...costume.body, ...since.body, ownerId: member?.id ?? null } }
  }
  const problems = [costume, since].map((part) => ('problems' in part ? part.problems : {}))
  return { problems: Object.assign({}, ...problems) }
}
