import type { Day } from '#worker/domain/dates.ts'
import type { LeaveBody, Member } from '#worker/members/members.contract.ts'
import { DuplicateDialog } from './duplicate-dialog.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { isLeavingState, openSince } from './leaving.ts'
import { MandateDialog } from './mandate-dialog.tsx'
import { type Consent, leaveMember } from './member.api.ts'
import type { useSaveMember } from './use-save-member.ts'

type Saving = ReturnType<typeof useSaveMember>

type MemberQuestionProps = {
  /** The member that is changed; null for a new one. */
  stored: Member | null
  today: Day
  saving: Saving
  onSaved: (saved: Member) => void
}

/** What the form has to ask before it can be saved. */
export function MemberQuestion({ stored, saving, ...rest }: MemberQuestionProps) {
  const { question } = saving
  if (question?.kind === 'duplicate') {
    return (
      <DuplicateDialog
        candidates={question.candidates}
        busy={saving.isBusy}
        onClose={saving.withdraw}
        onConfirm={() => saving.submit({ allowDuplicate: 'true' })}
      />
    )
  }
  if (question?.kind === 'mandate') return <MandateQuestion saving={saving} today={rest.today} />
  if (question?.kind !== 'leaving' || !stored) return null
  return <LeavingQuestion stored={stored} saving={saving} consent={question.consent} {...rest} />
}

function MandateQuestion({ saving, today }: { saving: Saving; today: Day }) {
  const { form, submit } = saving
  return (
    <MandateDialog
      date={form.getValues('bankingSepaAllowedDate')}
      today={today}
      busy={saving.isBusy}
      onClose={saving.withdraw}
      onNewDate={(day) => {
        form.setValue('bankingSepaAllowedDate', day, { shouldDirty: true })
        return submit({})
      }}
      onSameMandate={() => submit({ sameMandate: 'true' })}
    />
  )
}

type LeavingQuestionProps = MemberQuestionProps & { stored: Member; consent: Consent }

function LeavingQuestion({ stored, today, saving, onSaved, consent }: LeavingQuestionProps) {
  const draft = saving.form.getValues()
  // The rest of the form first, still under the old state: it is the leaving that changes it.
  const saveAndLeave = async (leave: LeaveBody) => {
    const rest = { ...draft, membershipState: stored.membershipState }
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
      leave={saveAndLeave}
      onClose={saving.withdraw}
      onDone={onSaved}
    />
  )
}
