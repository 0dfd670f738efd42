import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Failure, Result } from '#web/lib/result.ts'
import { unreadable } from '#web/lib/unreadable.ts'
import { useAct } from '#web/lib/use-act.ts'
import type { Member, MemberCandidate, MemberFields } from '#worker/members/members.contract.ts'
import { isLeavingState } from './leaving.ts'
import type { Consent } from './member.api.ts'
import { type MemberDraft, readDraft } from './member-draft.ts'

export type Save = (body: MemberFields, consent: Consent) => Promise<Result<Member>>

/** What has to be known before the member can be saved. */
type Question =
  | { kind: 'duplicate'; candidates: MemberCandidate[] }
  | { kind: 'mandate' }
  | { kind: 'leaving'; consent: Consent }

type SaveMember = {
  initial: MemberDraft
  /** The member that is changed; null for a new one. */
  stored: Member | null
  save: Save
  onSaved: (saved: Member) => void
}

/** The form's state, what came of the last try, and what is asked; what was typed stays. */
export function useSaveMember({ initial, stored, save, onSaved }: SaveMember) {
  const form = useForm<MemberDraft>({ defaultValues: initial })
  const [failure, setFailure] = useState<Failure | null>(null)
  const [question, setQuestion] = useState<Question | null>(null)

  const trySave = async (draft: MemberDraft, consent: Consent) => {
    setFailure(null)
    const result = await saveDraft(draft, consent, save)
    if (result.ok) return result
    setFailure(result.failure)
    setQuestion(questionOf(result.failure))
    for (const [field, message] of Object.entries(result.failure.error?.fields ?? {})) {
      form.setError(field as keyof MemberDraft, { message })
    }
    return result
  }
  const saving = useAct(trySave, onSaved)

  const submit = (consent: Consent) => {
    // Sentences without an input of their own would hold the form back for ever.
    form.clearErrors()
    return form.handleSubmit((draft) => {
      // Asked before anything is sent, so that nothing is saved by halves.
      if (isLeaving(draft, stored)) setQuestion({ kind: 'leaving', consent })
      else return saving.run(draft, consent)
    })()
  }
  const withdraw = () => setQuestion(null)
  const shown = question ? null : failure
  return { form, submit, trySave, isBusy: saving.isBusy, failure: shown, question, withdraw }
}

async function saveDraft(
  draft: MemberDraft,
  consent: Consent,
  save: Save,
): Promise<Result<Member>> {
  const read = readDraft(draft)
  if ('body' in read) return save(read.body, consent)
  return { ok: false, failure: unreadable(read.problems) }
}

function isLeaving(draft: MemberDraft, stored: Member | null): boolean {
  const { membershipState } = draft
  const isNew = stored !== null && membershipState !== stored.membershipState
  return isNew && isLeavingState(membershipState) && 'body' in readDraft(draft)
}

function questionOf({ error }: Failure): Question | null {
  if (error?.code === 'MandateDateNeeded') return { kind: 'mandate' }
  if (error?.code !== 'MemberExists') return null
  return { kind: 'duplicate', candidates: error.candidates }
}
