import { z } from 'zod'
import { maxLength } from '#worker/domain/text-limits.ts'
import { filledLine } from '#worker/http/fields.ts'
import type { Person } from '#worker/members/members.contract.ts'

export type CostumeType = { id: number; name: string }

/** A row of the register. */
export type CostumeRow = {
  id: number
  number: string
  type: CostumeType
  registeredSince: string | null
  registeredUntil: string | null
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

/** One span of a costume's history, `ownedTo` null = the owner of today. */
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

export const newCostumeTypeBody = z.object({ name: name.prefault('') })
/** PUT: a name that is left out stays. */
export const costumeTypeBody = z.object({ name: name.optional() })
