import type { Sending } from '#web/lib/use-submit-form.ts'
import type { Day } from '#worker/domain/dates.ts'
import { fullName } from '#worker/domain/names.ts'
import type { LeaveBody, Member } from '#worker/members/members.contract.ts'
import { DuplicateDialog } from './duplicate-dialog.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { isLeavingState, openSince, waitingOn } from './leaving.ts'
import { MandateDialog } from './mandate-dialog.tsx'
import { NewTimeDialog } from './new-time-dialog.tsx'
import { useBelongings } from './use-belongings.ts'
import type { useMemberForm } from './use-member-form.ts'

type MemberForm = ReturnType<typeof useMemberForm>

type MemberQuestionProps = {
  /** The member that is changed; null for a new one. */
  stored: Member | null
  today: Day
  saving: MemberForm
}

/** What the form has to ask before it can be saved. */
export function MemberQuestion({ stored, today, saving }: MemberQuestionProps) {
  const { question } = saving
  if (question?.kind === 'duplicate') {
    return (
      <DuplicateDialog
        candidates={question.candidates}
        busy={saving.isPending}
        onClose={saving.withdraw}
        onConfirm={() => saving.submit({ allowDuplicate: 'true' })}
      />
    )
  }
  if (question?.kind === 'mandate') return <MandateQuestion saving={saving} today={today} />
  if (question?.kind === 'newTime' && stored) {
    return (
      <NewTimeDialog
        name={fullName(stored)}
        times={question.times}
        busy={saving.isPending}
        onClose={saving.withdraw}
        onAnswer={(begins) => void saving.begin(begins ? question.times : [], question.consent)}
      />
    )
  }
  if (question?.kind !== 'leaving' || !stored) return null
  const { consent, refused } = question
  return (
    <LeavingQuestion
      stored={stored}
      today={today}
      saving={saving}
      sending={{
        submit: (body) => saving.leave(body, consent),
        isPending: saving.isPending,
        failure: refused,
      }}
    />
  )
}

function MandateQuestion({ saving, today }: { saving: MemberForm; today: Day }) {
  const { form, submit } = saving
  return (
    <MandateDialog
      date={form.getValues('bankingSepaAllowedDate')}
      today={today}
      busy={saving.isPending}
      onClose={saving.withdraw}
      onAnswer={(answer) => {
        if (answer.reason === 'typo') return submit({ sameMandate: 'true' })
        form.setValue('bankingSepaAllowedDate', answer.date, { shouldDirty: true })
        return submit()
      }}
    />
  )
}

type LeavingQuestionProps = {
  stored: Member
  today: Day
  saving: MemberForm
  sending: Sending<LeaveBody>
}

/** As it stands in the form, be it stored or not. */
function LeavingQuestion({ stored, today, saving, sending }: LeavingQuestionProps) {
  const draft = saving.form.getValues()
  const { membershipState, dateLeft } = draft
  const waiting = waitingOn(stored)
  const belongings = useBelongings(stored.id, {
    since: openSince(draft.membershipActiveTimespan, waiting),
    waiting,
  })
  return (
    <LeaveDialog
      member={draft}
      belongings={belongings}
      state={isLeavingState(membershipState) ? membershipState : 'Left'}
      date={typeof dateLeft === 'string' ? dateLeft : today}
      today={today}
      sending={sending}
      onClose={saving.withdraw}
    />
  )
}
