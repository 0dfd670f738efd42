import { useRef } from 'react'
import { SubmitForm } from '#web/components/submit-form.tsx'
import type { UndoAction } from '#web/lib/undo.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { MemberFields } from '#worker/domain/member.ts'
import type { Member } from '#worker/members/members.contract.ts'
import { BankPart } from './bank-part.tsx'
import { FormPart } from './form-part.tsx'
import { FormToc } from './form-toc.tsx'
import { GeneralPart } from './general-part.tsx'
import type { MemberDraft } from './member-draft.ts'
import { MemberQuestion } from './member-question.tsx'
import { MembershipPart } from './membership-part.tsx'
import { PayerField } from './payer-field.tsx'
import { useMemberForm } from './use-member-form.ts'

type MemberFormProps = {
  initial: MemberDraft
  /** The member that is changed; null for a new one. */
  stored: Member | null
  today: Day
  cancelTo: string
  onSaved: (wayBack: UndoAction | null, id: number, body: Partial<MemberFields>) => void
}

/** Nothing is checked here but what cannot be read: the server decides (Spec §5). */
export function MemberForm({ initial, stored, today, cancelTo, onSaved }: MemberFormProps) {
  const saving = useMemberForm({ initial, stored, today, onSaved })
  const box = useRef<HTMLDivElement>(null)
  return (
    <>
      <div ref={box} className="grid items-start gap-10 lg:grid-cols-[13.5rem_minmax(0,1fr)]">
        <FormToc form={box} />
        <SubmitForm submitting={{ ...saving, submit: () => saving.submit() }} cancelTo={cancelTo}>
          <GeneralPart today={today} isNew={stored === null} />
          <MembershipPart today={today} stored={stored?.membershipState ?? null} />
          <FormPart id="kontaktdaten" today={today} own={{}} />
          <BankPart today={today} />
          <FormPart
            id="beitrag"
            today={today}
            own={{
              payerId: (className) => (
                <PayerField ownId={stored?.id ?? null} className={className} />
              ),
            }}
          />
        </SubmitForm>
      </div>
      <MemberQuestion stored={stored} today={today} saving={saving} />
    </>
  )
}
