import { z } from 'zod'
import { line } from '#worker/http/fields.ts'

export type CostumeType = { id: number; name: string }

export const costumeTypeBody = z.object({
  name: line(100).refine((value) => value !== '', 'Gib dem Kleidertyp einen Namen.'),
})
