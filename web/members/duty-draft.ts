import type { Duty } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { FieldMessages } from '#worker/domain/errors.ts'
import type { DutyEntry, DutyFields } from '#worker/members/members.contract.ts'
import { notADate } from './unreadable.ts'

export type DutyDraft = {
  duty: Duty | ''
  from: Day | null
  to: Day | null
  comment: string
  /** In the field stands a text that is no date. */
  isFromBroken: boolean
  isToBroken: boolean
}

export const noDuty: DutyDraft = {
  duty: '',
  from: null,
  to: null,
  comment: '',
  isFromBroken: false,
  isToBroken: false,
}

export function dutyDraftOf({ duty, from, to, comment }: DutyEntry): DutyDraft {
  return { ...noDuty, duty, from, to, comment }
}

/** What can be sent, or why it cannot be; everything else is left to the server. */
export function readDuty(draft: DutyDraft): { body: DutyFields } | { problems: FieldMessages } {
  const { duty, from, to, comment } = draft
  const isReadable = !draft.isFromBroken && !draft.isToBroken
  if (duty !== '' && from !== null && isReadable) return { body: { duty, from, to, comment } }
  const problems: FieldMessages = {}
  if (duty === '') problems.duty = 'Wähle ein Amt.'
  if (from === null) problems.from = draft.isFromBroken ? notADate : 'Gib an, ab wann.'
  if (draft.isToBroken) problems.to = notADate
  return { problems }
}
