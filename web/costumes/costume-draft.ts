import { day, number, read, type TypedDay } from '#web/lib/typed.ts'
import type { CostumeDraft as Body, Costume } from '#worker/costumes/costumes.contract.ts'
import type { Day } from '#worker/domain/dates.ts'

/** A costume as it is being written: the type as its field holds it, '' = none yet. */
export type CostumeDraft = Omit<Body, 'costumeTypeId' | CostumeDay> & {
  costumeTypeId: string
} & Record<CostumeDay, TypedDay>

type CostumeDay = 'registeredSince' | 'registeredUntil'

/** A new costume is registered from today on, until somebody writes something else. */
export function newDraft(today: Day): CostumeDraft {
  return {
    number: '',
    costumeTypeId: '',
    registeredSince: today,
    registeredUntil: null,
    comment: '',
  }
}

export function draftOf({ id: _, type: _t, ...costume }: Costume): CostumeDraft {
  return { ...costume, costumeTypeId: String(costume.costumeTypeId) }
}

export function readDraft(draft: CostumeDraft) {
  return read(draft, { costumeTypeId: number(null), registeredSince: day, registeredUntil: day })
}
