import type { Day } from '#worker/domain/dates.ts'
import type { LeaveBody, Member } from '#worker/members/members.contract.ts'
import { DuplicateDialog } from './duplicate-dialog.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { isLeavingState, openSince } from './leaving.ts'
import { MandateDialog } from './mandate-dialog.tsx'
import { type Consent, leaveMember } from './member.api.ts'
import type { useSaveMember } from './use-save-member.ts'

type MemberQuestionProps = {
  stored: Member | null
  today: Day
  saving: ReturnType<typeof useSaveMember>
  onSaved: (saved: Member) => void
}

/** What the form has to ask before it can be saved. */
export function MemberQuestion({ stored, today, saving, onSaved }: MemberQuestionProps) {
  const { question, form, isBusy, submit, withdraw } = saving
  if (question?.kind === 'duplicate') {
    return (
      <DuplicateDialog
        candidates={question.candidates}
        busy={isBusy}
        onClose={withdraw}
        onConfirm={() => submit({ allowDuplicate: 'true' })}
      />
    )
  }
  if (question?.kind === 'mandate') {
    return (
      <MandateDialog
        date={form.getValues('bankingSepaAllowedDate')}
        today={today}
        busy={isBusy}
        onClose={withdraw}
        onNewDate={(day) => {
          form.setValue('bankingSepaAllowedDate', day, { shouldDirty: true })
          return submit({})
        }}
        onSameMandate={() => submit({ sameMandate: 'true' })}
      />
    )
  }
  if (question?.kind !== 'leaving' || !stored) return null
  const draft = form.getValues()
  // The rest of the form first, still under the old state: it is the leaving that changes it.
  const saveAndLeave = async (consent: Consent, leave: LeaveBody) => {
    const rest = { ...form.getValues(), membershipState: stored.membershipState }
    const saved = await saving.trySave(rest, consent)
    return saved.ok ? leaveMember(stored.id, leave) : saved
  }
  return (
    <LeaveDialog
      member={{ id: stored.id, firstName: draft.firstName, lastName: draft.lastName }}
      memberSince={openSince(draft.membershipActiveTimespan)}
      state={isLeavingState(draft.membershipState) ? draft.membershipState : 'Left'}
      date={draft.dateLeft ?? today}
      today={today}
      leave={(leave) => saveAndLeave(question.consent, leave)}
      onClose={withdraw}
      onDone={onSaved}
    />
  )
}
