import { z } from 'zod'
import { maxLength } from '#worker/domain/text-limits.ts'
import { filledLine } from '#worker/http/fields.ts'

export type CostumeType = { id: number; name: string }

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
