import type { CostumeDraft as Body, Costume } from '#worker/costumes/costumes.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { FieldMessages } from '#worker/domain/errors.ts'

export type CostumeDay = 'registeredSince' | 'registeredUntil'

/** A costume as it is being written: the type as its field holds it, '' = none yet. */
export type CostumeDraft = Omit<Body, 'costumeTypeId'> & {
  costumeTypeId: string
  /** In these fields stands a text that is no date. */
  isBroken: Record<CostumeDay, boolean>
}

const nothingBroken = { registeredSince: false, registeredUntil: false }

/** A new costume is registered from today on, until somebody writes something else. */
export function newDraft(today: Day): CostumeDraft {
  return {
    number: '',
    costumeTypeId: '',
    registeredSince: today,
    registeredUntil: null,
    comment: '',
    isBroken: nothingBroken,
  }
}

export function draftOf({ id: _, type: _t, ...costume }: Costume): CostumeDraft {
  return { ...costume, costumeTypeId: String(costume.costumeTypeId), isBroken: nothingBroken }
}

/** What can be sent, or why it cannot be read. Everything readable is left to the server. */
export function readDraft(draft: CostumeDraft): { body: Body } | { problems: FieldMessages } {
  const { isBroken, ...fields } = draft
  const broken = Object.entries(isBroken).filter(([, isOne]) => isOne)
  if (broken.length > 0) {
    return { problems: Object.fromEntries(broken.map(([field]) => [field, notADate])) }
  }
  return { body: { ...fields, costumeTypeId: Number(draft.costumeTypeId) || null } }
}

const notADate = 'Das ist kein gültiges Datum. Schreib es so: 24.12.2019'
