import type { HonorType } from '#worker/domain/codes.ts'

/** Somebody who is due an honor. */
export type Honoree = {
  memberId: number
  /** "Annegret Gruber" */
  name: string
  honor: HonorType
  alsoDue: readonly HonorType[]
  /** Only within reach: so many of so many parades are confirmed. */
  notYet?: { confirmed: number; threshold: number | null }
}
