import { FormProvider } from 'react-hook-form'
import { failureDetail } from '#web/lib/failure-detail.ts'
import type { Result } from '#web/lib/result.ts'
import { useSaveForm } from '#web/lib/use-save-form.ts'
import { Failure } from '#web/ui/failure.tsx'
import { LeaveGuard } from '#web/ui/leave-guard.tsx'
import { SaveBar } from '#web/ui/save-bar.tsx'
import type { Day } from '#worker/domain/dates.ts'
import type { Parade } from '#worker/parades/parades.contract.ts'
import { EnrolmentSection } from './enrolment-section.tsx'
import { HostSection } from './host-section.tsx'
import { type ParadeDraft, readDraft } from './parade-draft.ts'
import { ParadeSection } from './parade-section.tsx'
import type { ParadeBody } from './parades.api.ts'
import type { Suggestions } from './use-suggestions.ts'

type ParadeFormProps = {
  initial: ParadeDraft
  /** The parade that is changed; null for a new one. */
  changed: Parade | null
  suggestions: Suggestions
  today: Day
  save: (body: ParadeBody) => Promise<Result<Parade>>
  notSaved: string
  cancelTo: string
  onSaved: (saved: Parade) => void
}

/** Nothing is checked here but what cannot be read: the server decides (Spec §5). */
export function ParadeForm({ suggestions, today, changed, ...props }: ParadeFormProps) {
  const { form, submit, isBusy, failure } = useSaveForm({ ...props, read: readDraft })
  const { isDirty } = form.formState
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        {failure && (
          <Failure
            message={props.notSaved}
            failure={failure}
            detail={failureDetail(failure, props.notSaved)}
            focusOnMount
          />
        )}
        <ParadeSection titles={suggestions.titles} today={today} isNew={changed === null} />
        <HostSection hosts={suggestions.hosts} />
        <EnrolmentSection today={today} isBooked={(changed?.registrationCount ?? 0) > 0} />
        <SaveBar cancelTo={props.cancelTo} isDirty={isDirty} busy={isBusy} />
      </form>
      <LeaveGuard when={isDirty} />
    </FormProvider>
  )
}
