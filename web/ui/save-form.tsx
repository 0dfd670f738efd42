import type { ReactNode } from 'react'
import { type FieldValues, FormProvider } from 'react-hook-form'
import { failureDetail } from '#web/lib/failure-detail.ts'
import { type SaveFormRules, useSaveForm } from '#web/lib/use-save-form.ts'
import { Failure } from './failure.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { SaveBar } from './save-bar.tsx'

type SaveFormProps<Draft, Body, Saved> = SaveFormRules<Draft, Body, Saved> & {
  /** The specification's sentence for a save that failed. */
  notSaved: string
  cancelTo: string
  /** The sections; their fields find the form by its context. */
  children: ReactNode
}

/** Nothing is checked here but what cannot be read: the server decides (Spec §5). */
export function SaveForm<Draft extends FieldValues, Body, Saved>({
  notSaved,
  cancelTo,
  children,
  ...rules
}: SaveFormProps<Draft, Body, Saved>) {
  const { form, submit, isBusy, failure } = useSaveForm<Draft, Body, Saved>(rules)
  const { isDirty } = form.formState
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        {failure && (
          <Failure
            message={notSaved}
            failure={failure}
            detail={failureDetail(failure, notSaved)}
            focusOnMount
          />
        )}
        {children}
        <SaveBar cancelTo={cancelTo} isDirty={isDirty} busy={isBusy} />
      </form>
      <LeaveGuard when={isDirty} />
    </FormProvider>
  )
}
