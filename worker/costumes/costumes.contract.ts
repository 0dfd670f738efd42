import { z } from 'zod'
import { maxLength } from '#worker/domain/limits.ts'
import { asLoaded, comment, day, filledLine, id, line } from '#worker/http/fields.ts'
import { ids } from '#worker/http/many.ts'
import type { Person } from '#worker/members/members.contract.ts'

export type CostumeType = { id: number; name: string }

/** A row of the register. */
export type CostumeRow = Costume & {
  /** Who has it today, also when they leave on a day to come. */
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

/** One span of a costume's history, `ownedTo` null = without an end. */
export type Ownership = {
  id: number
  member: Person
  ownedFrom: string
  ownedTo: string | null
}

/** A costume of a member, `ownedTo` null = still theirs. */
export type CostumeOfMember = {
  id: number
  number: string
  type: CostumeType
  ownedFrom: string
  ownedTo: string | null
}

const name = filledLine('Gib dem Kleidertyp einen Namen.', maxLength.name)

// What has to be there is said by the save, all at once.
const fields = {
  number: line(maxLength.costumeNumber),
  costumeTypeId: id().nullable(),
  registeredSince: day().nullable(),
  registeredUntil: day().nullable(),
  comment: comment(),
}

/**
 * POST: what is left out takes its empty default. Without an owner the costume is the guild's;
 * `ownedFrom` null = from today on.
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

/** PUT: a field that is left out keeps its value. `before`: as loaded; who changed it since is told. */
export const costumeBody = z.object({ ...fields, before: asLoaded(fields) }).partial()
export type CostumeChange = z.infer<typeof costumeBody>

/** Many at once, on one day. */
export const deregisterBody = z.object({
  ids: ids('Wähle mindestens ein Kleid.'),
  registeredUntil: day(),
})
export type Deregistration = z.infer<typeof deregisterBody>

/** `null` gives the costume back to the guild. `from`: since when; without it, from today on. */
export const newOwnerBody = z.object({ newMemberId: id().nullable(), from: day().nullish() })
export type NewOwner = z.infer<typeof newOwnerBody>

/** PUT: a field that is left out keeps its value. */
export const ownershipBody = z
  .object({ memberId: id(), ownedFrom: day(), ownedTo: day().nullable() })
  .partial()
export type OwnershipChange = z.infer<typeof ownershipBody>

/** `reopenPrevious`: the owner before has it until the next one begins. */
export const removeOwnershipQuery = z.object({
  reopenPrevious: z.enum(['true', 'false']).optional(),
})

/** What `409 CostumeInUse` carries. */
export type { CostumeReferences } from '#worker/domain/errors.ts'

export const newCostumeTypeBody = z.object({ name: name.prefault('') })
/** PUT: a name that is left out stays. */
export const costumeTypeBody = z.object({ name: name.optional() })
