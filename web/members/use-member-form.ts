import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  type Beside,
  type Consent,
  createMember,
  membersQuery,
  saveMember,
} from '#web/data/members.ts'
import type { CallFailure } from '#web/lib/call-failure.ts'
import type { UndoAction } from '#web/lib/undo.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { changedFrom } from '#worker/domain/conflicts.ts'
import { addDays, type Day } from '#worker/domain/dates.ts'
import {
  emptyMember,
  type MemberFields,
  memberUnits,
  namesOfGroup,
  type Timespan,
} from '#worker/domain/member.ts'
import type { LeaveBody, Member, MemberCandidate } from '#worker/members/members.contract.ts'
import { isLeavingState } from './leaving.ts'
import { type MemberDraft, readDraft, storedDraftOf } from './member-draft.ts'
import { memberWords, withNames } from './member-words.ts'

/** What has to be known before the member can be saved. */
type Question =
  | { kind: 'duplicate'; candidates: MemberCandidate[] }
  | { kind: 'mandate' }
  /** No time of membership runs today: these could be added. */
  | { kind: 'newTime'; times: Timespan[]; consent: Consent }
  /** `refused`: the rest is saved, the leaving is not. */
  | { kind: 'leaving'; consent: Consent; refused: CallFailure | null }

type MemberFormRules = {
  initial: MemberDraft
  /** The member that is changed; null for a new one. */
  stored: Member | null
  today: Day
  onSaved: (undoAction: UndoAction | null, id: number, body: Partial<MemberFields>) => void
}

const shared = { units: memberUnits, draftOf: storedDraftOf }

/** The form's state, what came of the last try, and what is asked; what was typed stays. */
export function useMemberForm({ initial, stored, today, onSaved }: MemberFormRules) {
  const [question, setQuestion] = useState<Question | null>(null)
  const beside = useRef<Beside>({ consent: {} })
  const { data: members } = useQuery(membersQuery)
  // A no holds for as long as the times stay as they were when it was said.
  const answered = useRef<string | null>(null)
  const { form, failure, conflict, ...sending } = useSubmitForm({
    initial,
    read: readDraft,
    ...(stored
      ? {
          stored,
          shared: { ...shared, words: withNames(memberWords, members) },
          mutation: saveMember(stored.id, () => beside.current),
        }
      : { mutation: createMember(() => beside.current) }),
    onSuccess: ({ id, notLeft }, body, undoAction) => {
      if (!notLeft) return onSaved(touchesBank(body, stored) ? null : undoAction, id, body)
      setQuestion({ kind: 'leaving', consent: beside.current.consent, refused: notLeft })
    },
  })
  const [told, setTold] = useState(failure)
  if (failure !== told) {
    setTold(failure)
    if (failure) setQuestion(questionOf(failure))
  }

  // What the last try failed of is not said again of a form that has changed since.
  const [outdated, setOutdated] = useState(failure)

  const submit = async (consent: Consent = {}) => {
    beside.current = { consent }
    setOutdated(failure)
    // Asked before anything is sent, so that nothing is saved by halves.
    const draft = form.getValues()
    const times = answered.current === spansOf(draft) ? null : timesToAskFor(draft, stored, today)
    if (isLeaving(draft, stored)) {
      setQuestion({ kind: 'leaving', consent, refused: null })
    } else if (times) {
      setQuestion({ kind: 'newTime', times, consent })
    } else {
      await sending.submit()
    }
  }
  /** @param times what was said yes to */
  const begin = async (times: readonly Timespan[], consent: Consent) => {
    const { membershipActiveTimespan: spans } = form.getValues()
    form.setValue('membershipActiveTimespan', [...spans, ...times], { shouldDirty: true })
    answered.current = spansOf(form.getValues())
    setQuestion(null)
    await submit(consent)
  }
  const leave = (body: LeaveBody, consent: Consent) => {
    beside.current = { consent, leave: body }
    setQuestion({ kind: 'leaving', consent, refused: null })
    return sending.submit()
  }
  return {
    form,
    submit,
    leave,
    begin,
    isPending: sending.isPending,
    conflict,
    failure: question || failure === outdated ? null : failure,
    question,
    withdraw: () => setQuestion(null),
  }
}

/** Of bank data the history keeps the end alone: no undo brings them back. */
function touchesBank(body: Partial<MemberFields>, stored: Member | null): boolean {
  const changed = Object.keys(changedFrom(stored ?? emptyMember, body))
  return namesOfGroup('bank').some((name) => changed.includes(name))
}

function isLeaving(draft: MemberDraft, stored: Member | null): boolean {
  const { membershipState } = draft
  const isNew = stored !== null && membershipState !== stored.membershipState
  return isNew && isLeavingState(membershipState) && 'body' in readDraft(draft)
}

function timesToAskFor(draft: MemberDraft, stored: Member | null, today: Day): Timespan[] | null {
  const typed = readDraft(draft)
  return stored && 'body' in typed ? newTimes(stored, typed.body, today) : null
}

const spansOf = ({ membershipState, dateJoined, dateLeft, ...draft }: MemberDraft) =>
  JSON.stringify([membershipState, dateJoined, dateLeft, draft.membershipActiveTimespan])

function questionOf({ error }: CallFailure): Question | null {
  if (error?.code === 'MandateDateNeeded') return { kind: 'mandate' }
  if (error?.code !== 'MemberExists') return null
  return { kind: 'duplicate', candidates: error.candidates }
}

type Membership = Pick<
  MemberFields,
  'membershipState' | 'dateJoined' | 'dateLeft' | 'membershipActiveTimespan'
>

/**
 * The times that may begin when a member is saved: asked when something of the membership was changed
 * and none runs today. null: nothing to ask. Without any timespans the dates count as one, which goes
 * along when somebody comes back: else the first years would be lost.
 */
export function newTimes(stored: Membership, saved: Membership, today: Day): Timespan[] | null {
  const { membershipState, dateJoined, dateLeft, membershipActiveTimespan: spans } = saved
  const membership = {
    membershipState,
    dateJoined,
    dateLeft,
    membershipActiveTimespan: spans,
  } satisfies Membership
  const isChanged = Object.keys(changedFrom(stored, membership)).length > 0
  if (!isChanged || isLeavingState(membershipState)) return null
  if (spans.some(({ from, to }) => from <= today && (to === null || to >= today))) return null
  const next = spans.map(({ from }) => from).filter((from) => from > today)
  const begun = { from: today, to: next.length > 0 ? addDays(first(next), -1) : null }
  if (spans.length > 0) return [begun]
  const left = dateLeft ?? (isLeavingState(stored.membershipState) ? stored.dateLeft : null)
  // By its dates the membership runs, or nobody knows.
  if (!isLeavingState(stored.membershipState) && (left === null || left >= today)) return null
  const isKnown = dateJoined !== null && left !== null && dateJoined <= left && left < today
  return isKnown ? [{ from: dateJoined, to: left }, begun] : [begun]
}

const first = (days: readonly Day[]) => days.reduce((one, other) => (other < one ? other : one))
