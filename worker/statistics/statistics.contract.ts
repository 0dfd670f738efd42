import type { CostumeType } from '#worker/costumes/costumes.contract.ts'

/** How many are enrolled for a parade from today on, and in which costumes. */
export type EnrolmentsOfParade = {
  parade: { id: number; title: string; host: string; date: string }
  total: number
  enrolments: { costumeType: CostumeType; enrolments: number }[]
}
