import { FormProvider } from 'react-hook-form'
import { failureDetail } from '#web/lib/failure-detail.ts'
import type { Failure as Failed } from '#web/lib/result.ts'
import { Failure } from '#web/ui/failure.tsx'
import { LeaveGuard } from '#web/ui/leave-guard.tsx'
import { SaveBar } from '#web/ui/save-bar.tsx'
import type { Day } from '#worker/domain/dates.ts'
import type { Member } from '#worker/members/members.contract.ts'
import { BankPart } from './bank-part.tsx'
import { ContactPart } from './contact-part.tsx'
import { FeePart } from './fee-part.tsx'
import { FormToc } from './form-toc.tsx'
import { GeneralPart } from './general-part.tsx'
import type { MemberDraft } from './member-draft.ts'
import { MemberQuestion } from './member-question.tsx'
import { labelsOf } from './member-sections.ts'
import { MembershipPart } from './membership-part.tsx'
import { type Save, useSaveMember } from './use-save-member.ts'

type MemberFormProps = {
  initial: MemberDraft
  /** The member that is changed; null for a new one. */
  stored: Member | null
  today: Day
  save: Save
  notSaved: string
  cancelTo: string
  onSaved: (saved: Member) => void
}

/** Nothing is checked here but what cannot be read: the server decides (Spec §5). */
export function MemberForm({ initial, stored, today, save, onSaved, ...props }: MemberFormProps) {
  const saving = useSaveMember({ initial, stored, save, onSaved })
  const { form, failure } = saving
  const { isDirty } = form.formState
  return (
    <FormProvider {...form}>
      <div className="grid items-start gap-10 lg:grid-cols-[13.5rem_minmax(0,1fr)]">
        <FormToc />
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void saving.submit({})
          }}
          className="grid gap-4"
        >
          {failure && (
            <Failure
              message={props.notSaved}
              failure={failure}
              detail={detailOf(failure, props.notSaved)}
              focusOnMount
            />
          )}
          <GeneralPart today={today} isNew={stored === null} />
          <MembershipPart today={today} stored={stored?.membershipState ?? null} />
          <ContactPart />
          <BankPart today={today} />
          <FeePart />
          <SaveBar cancelTo={props.cancelTo} isDirty={isDirty} busy={saving.isBusy} />
        </form>
      </div>
      <MemberQuestion stored={stored} today={today} saving={saving} onSaved={onSaved} />
      <LeaveGuard when={isDirty} />
    </FormProvider>
  )
}

/** The form is long: the sentence says where to look. */
function detailOf(failure: Failed, shown: string): string | undefined {
  const labels = labelsOf(failure.error?.fields)
  const said = failureDetail(failure, shown)
  return labels ? [said, `Sieh hier nach: ${labels}.`].filter(Boolean).join(' ') : said
}
