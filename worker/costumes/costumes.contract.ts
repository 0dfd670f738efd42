import { z } from 'zod'
import { maxLength } from '#worker/domain/limits.ts'
import { comment, day, filledLine, id, line, loadedFields } from '#worker/http/fields.ts'
import { ids } from '#worker/http/many.ts'
import type { Person } from '#worker/members/members.contract.ts'

export type CostumeType = { id: number; name: string }

/** A row of the register. */
export type CostumeRow = Costume & {
  /** Today's owner; null: the guild. A member whose exit lies in the future still owns the costume. */
  currentOwner: { id: number; firstName: string; lastName: string } | null
}

export type Costume = {
  id: number
  number: string
  type: CostumeType
  costumeTypeId: number
  registeredSince: string | null
  registeredUntil: string | null
  comment: string
}

/** A period of ownership; `ownedTo` null = no end. */
export type Ownership = {
  id: number
  member: Person
  ownedFrom: string
  ownedTo: string | null
}

/** A costume of a member; `ownedTo` null = no end. */
export type CostumeOfMember = {
  id: number
  number: string
  type: CostumeType
  ownedFrom: string
  ownedTo: string | null
}

const name = filledLine('Gib dem Kleidertyp einen Namen.', maxLength.name)

// A field may be empty here: `save-costume.ts` checks required fields, so that all problems are reported at once.
const fields = {
  number: line(maxLength.costumeNumber),
  costumeTypeId: id().nullable(),
  registeredSince: day().nullable(),
  registeredUntil: day().nullable(),
  comment: comment(),
}

/**
 * POST: omitted fields are empty. Without an owner the costume belongs to the guild; `ownedFrom` null = from
 * today on.
 */
export const newCostumeBody = z.object({
  number: fields.number.default(''),
  costumeTypeId: fields.costumeTypeId.default(null),
  registeredSince: fields.registeredSince.default(null),
  registeredUntil: fields.registeredUntil.default(null),
  comment: fields.comment.default(''),
  ownerId: id().nullable().default(null),
  ownedFrom: day().nullable().default(null),
})
export type NewCostume = z.infer<typeof newCostumeBody>
export type CostumeDraft = Omit<NewCostume, 'ownerId' | 'ownedFrom'>

/** PUT: omitted fields keep their value. `before`: the values as loaded, to detect changes of another user. */
export const costumeBody = z.object({ ...fields, before: loadedFields(fields) }).partial()
export type CostumeChange = z.infer<typeof costumeBody>

/** Deregisters many costumes on one day. */
export const deregisterBody = z.object({
  ids: ids('Wähle mindestens ein Kleid.'),
  registeredUntil: day(),
})
export type Deregistration = z.infer<typeof deregisterBody>

/** `newMemberId` null returns the costume to the guild. `from` omitted: from today on. */
export const newOwnerBody = z.object({ newMemberId: id().nullable(), from: day().nullish() })
export type NewOwner = z.infer<typeof newOwnerBody>

/** PUT: omitted fields keep their value. */
export const ownershipBody = z
  .object({ memberId: id(), ownedFrom: day(), ownedTo: day().nullable() })
  .partial()
export type OwnershipChange = z.infer<typeof ownershipBody>

/** `reopenPrevious`: extends the previous ownership until the next one begins. */
export const removeOwnershipQuery = z.object({
  reopenPrevious: z.enum(['true', 'false']).optional(),
})

/** The details of `409 CostumeInUse`. */
export type { CostumeReferences } from '#worker/domain/errors.ts'

export const newCostumeTypeBody = z.object({ name: name.prefault('') })
/** PUT: an omitted name is kept. */
export const costumeTypeBody = z.object({ name: name.optional() })
