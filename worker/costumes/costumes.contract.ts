import { z } from 'zod'
import { maxLength } from '#worker/domain/text-limits.ts'
import { filledLine } from '#worker/http/fields.ts'

export type CostumeType = { id: number; name: string }

export const costumeTypeBody = z.object({
  name: filledLine('Gib dem Kleidertyp einen Namen.', maxLength.name),
})
