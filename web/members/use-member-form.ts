import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import {
  type Confirmations,
  createMember,
  membersQuery,
  type SaveExtras,
  saveMember,
} from '#web/data/members.ts'
import type { CallFailure } from '#web/lib/call-failure.ts'
import type { UndoAction } from '#web/lib/undo.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { pickChanged } from '#worker/domain/conflicts.ts'
import { addDays, type Day } from '#worker/domain/dates.ts'
import { sharesAddress } from '#worker/domain/households.ts'
import {
  emptyMember,
  type MemberFields,
  memberUnits,
  namesOfGroup,
  type Timespan,
} from '#worker/domain/member.ts'
import { plzDoubt } from '#worker/domain/plz.ts'
import type {
  LeaveBody,
  Member,
  MemberCandidate,
  MemberRow,
} from '#worker/members/members.contract.ts'
import { isLeavingState } from './leaving.ts'
import {
  type MemberDraft,
  readMemberForm,
  storedDraftOf,
  withEmptyBankData,
} from './member-draft.ts'
import { memberWords, withPayerName } from './member-words.ts'

/** A question that has to be answered before saving. */
type Question =
  | { kind: 'duplicate'; candidates: MemberCandidate[] }
  | { kind: 'mandate' }
  /** The member has no running period of membership: asks whether to add `times`. */
  | { kind: 'newTime'; times: Timespan[]; consent: Confirmations }
  /** `refused`: the fields are saved, but the exit was rejected. */
  | { kind: 'leaving'; consent: Confirmations; refused: CallFailure | null }

type MemberFormRules = {
  initial: MemberDraft
  /** The member to edit; null for a new one. */
  stored: Member | null
  today: Day
  onSaved: (undoAction: UndoAction | null, id: number, body: Partial<MemberFields>) => void
}

const shared = { units: memberUnits, draftOf: storedDraftOf }

/** The member form, the state of its last submission, and the question that has to be answered first. */
export function useMemberForm({ initial, stored: loaded, today, onSaved }: MemberFormRules) {
  const stored = loaded && withEmptyBankData(loaded)
  const [question, setQuestion] = useState<Question | null>(null)
  const beside = useRef<SaveExtras>({ consent: {} })
  const { data: members } = useQuery(membersQuery)
  // The typed periods (as text) for which the question about a new period was answered; others are asked about again.
  const answered = useRef<string | null>(null)
  const { form, failure, conflict, ...sending } = useSubmitForm({
    initial,
    read: readMemberForm,
    ...(stored
      ? {
          stored,
          shared: { ...shared, words: withPayerName(memberWords, members) },
          mutation: saveMember(stored.id, () => beside.current),
        }
      : { mutation: createMember(() => beside.current) }),
    onSuccess: ({ id, notLeft }, body, undoAction) => {
      if (!notLeft) return onSaved(changesBankData(body, stored) ? null : undoAction, id, body)
      setQuestion({ kind: 'leaving', consent: beside.current.consent, refused: notLeft })
    },
  })
  const [shownFailure, setShownFailure] = useState(failure)
  if (failure !== shownFailure) {
    setShownFailure(failure)
    if (failure) setQuestion(questionOf(failure))
  }

  const household = useHousehold(form, stored, members)
  const [askedPlz, setAskedPlz] = useState<string | null>(null)

  // The failure of an earlier submission, which is no longer shown after the next press on "Speichern".
  const [outdated, setOutdated] = useState(failure)

  const submit = async (consent: Confirmations = {}) => {
    beside.current = { consent, household: household.moving() }
    setOutdated(failure)
    // All questions come before the request, so that nothing is half saved.
    const draft = form.getValues()
    const { addressPlz: plz } = draft
    if (plz !== stored?.addressPlz && plz !== askedPlz && plzDoubt(plz)) {
      setAskedPlz(plz)
      form.setFocus('addressPlz')
      return
    }
    const times = answered.current === spansOf(draft) ? null : periodsToAskFor(draft, stored, today)
    if (isLeaving(draft, stored)) {
      setQuestion({ kind: 'leaving', consent, refused: null })
    } else if (times) {
      setQuestion({ kind: 'newTime', times, consent })
    } else {
      await sending.submit()
    }
  }
  /** @param times the periods that the user has agreed to */
  const begin = async (times: readonly Timespan[], consent: Confirmations) => {
    const { membershipActiveTimespan: spans } = form.getValues()
    form.setValue('membershipActiveTimespan', [...spans, ...times], { shouldDirty: true })
    answered.current = spansOf(form.getValues())
    setQuestion(null)
    await submit(consent)
  }
  const leave = (body: LeaveBody, consent: Confirmations) => {
    beside.current = { consent, leave: body, household: household.moving() }
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
    household,
    /** The unusual postcode that was asked about; submitting the form again saves it. */
    askedPlz,
  }
}

/** The others at the member's stored address, offered to move when the form has a new address; all are ticked. */
function useHousehold(
  form: UseFormReturn<MemberDraft>,
  stored: Member | null,
  members: readonly MemberRow[] | undefined,
) {
  const [staying, setStaying] = useState<readonly number[]>([])
  const at = stored && members ? members.filter((one) => isHousemate(one, stored)) : []
  const others = () => {
    const draft = form.getValues()
    const isNew = stored !== null && draft.addressStreet.trim() !== '' && hasMoved(draft, stored)
    return isNew ? at : []
  }
  return {
    others,
    staying,
    choose: (id: number, moves: boolean) =>
      setStaying((ids) => (moves ? ids.filter((one) => one !== id) : [...ids, id])),
    moving: () => others().flatMap(({ id }) => (staying.includes(id) ? [] : [id])),
  }
}

function isHousemate(row: MemberRow, stored: Member): boolean {
  return row.id !== stored.id && row.membershipState !== 'Died' && sharesAddress(stored, row)
}

const hasMoved = (draft: MemberDraft, stored: Member) =>
  namesOfGroup('address').some((name) => draft[name] !== stored[name])

/** Whether the body changes bank data: the history stores them masked, so that the change cannot be undone. */
function changesBankData(body: Partial<MemberFields>, stored: Member | null): boolean {
  const changed = Object.keys(pickChanged(stored ?? emptyMember, body))
  return namesOfGroup('bank').some((name) => changed.includes(name))
}

function isLeaving(draft: MemberDraft, stored: Member | null): boolean {
  const { membershipState } = draft
  const isNew = stored !== null && membershipState !== stored.membershipState
  return isNew && isLeavingState(membershipState) && 'body' in readMemberForm(draft)
}

function periodsToAskFor(draft: MemberDraft, stored: Member | null, today: Day): Timespan[] | null {
  const typed = readMemberForm(draft)
  return stored && 'body' in typed ? possiblePeriods(stored, typed.body, today) : null
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
 * The periods that the form offers to enter, when the user has changed the membership and no period runs today;
 * null when there is nothing to offer. A member without periods who rejoins also keeps the time from
 * joining to leaving as a period.
 */
export function possiblePeriods(
  stored: Membership,
  saved: Membership,
  today: Day,
): Timespan[] | null {
  const { membershipState, dateJoined, dateLeft, membershipActiveTimespan: spans } = saved
  const membership = {
    membershipState,
    dateJoined,
    dateLeft,
    membershipActiveTimespan: spans,
  } satisfies Membership
  const isChanged = Object.keys(pickChanged(stored, membership)).length > 0
  if (!isChanged || isLeavingState(membershipState)) return null
  if (spans.some(({ from, to }) => from <= today && (to === null || to >= today))) return null
  const next = spans.map(({ from }) => from).filter((from) => from > today)
  const begun = { from: today, to: next.length > 0 ? addDays(earliestDay(next), -1) : null }
  if (spans.length > 0) return [begun]
  const left = dateLeft ?? (isLeavingState(stored.membershipState) ? stored.dateLeft : null)
  // The stored membership has no end in the past, so it simply continues: no new period begins.
  if (!isLeavingState(stored.membershipState) && (left === null || left >= today)) return null
  const isKnown = dateJoined !== null && left !== null && dateJoined <= left && left < today
  return isKnown ? [{ from: dateJoined, to: left }, begun] : [begun]
}

const earliestDay = (days: readonly Day[]) =>
  days.reduce((one, other) => (other < one ? other : one))
