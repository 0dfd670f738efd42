import { type ReactNode, useEffect, useRef } from 'react'
import { type FieldValues, FormProvider } from 'react-hook-form'
import { Link } from 'react-router'
import { detailOf } from '#web/lib/failure-detail.ts'
import type { SubmittedForm } from '#web/lib/use-submit-form.ts'
import { Button } from '#web/ui/button.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { Failure } from './failure.tsx'
import { FaultyFields } from './faulty-fields.tsx'
import { LeaveGuard } from './leave-guard.tsx'

type SubmitFormProps<Draft extends FieldValues> = {
  submitting: SubmittedForm<Draft>
  /** Text after the failure's sentence; default: the server's message. */
  detail?: string | undefined
  cancelTo: string
  /** The text of the saving button; by default "Speichern". */
  saveLabel?: ReactNode
  /** The sections; their fields read the form from its context. */
  children: ReactNode
}

/** Focuses the first field, except on touch screens, where the keyboard would cover the page. */
function focusFirstField(form: HTMLFormElement | null): void {
  if (!window.matchMedia('(hover: hover) and (pointer: fine)').matches) return
  const fields =
    'input:not(:disabled, [type=hidden]), select:not(:disabled), textarea:not(:disabled)'
  form?.querySelector<HTMLElement>(fields)?.focus({ preventScroll: true })
}

/** A page's form. The form rejects only input that it cannot parse; the server checks all else (Spec §5). */
export function SubmitForm<Draft extends FieldValues>({
  submitting: { form, submit, isPending, failure, conflict },
  detail,
  cancelTo,
  saveLabel,
  children,
}: SubmitFormProps<Draft>) {
  const { isDirty } = form.formState
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => focusFirstField(box.current), [])
  return (
    <FormProvider {...form}>
      <form
        ref={box}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
        className="grid gap-4"
      >
        {failure && (
          <Failure failure={failure} detail={detail ?? detailOf(failure)} focusOnMount>
            <FaultyFields form={box} />
          </Failure>
        )}
        {children}
        <SaveBar cancelTo={cancelTo} isDirty={isDirty} busy={isPending}>
          {saveLabel ?? 'Speichern'}
        </SaveBar>
      </form>
      {conflict && <ConflictDialog conflict={conflict} onSettled={() => void submit()} />}
      <LeaveGuard when={isDirty} />
    </FormProvider>
  )
}

type SaveBarProps = { cancelTo: string; isDirty: boolean; busy: boolean; children: ReactNode }

/** The buttons at the end of a form, always in view. */
function SaveBar({ cancelTo, isDirty, busy, children }: SaveBarProps) {
  return (
    <div className="stuck-bottom z-10 mt-4 flex items-center justify-end gap-3 bg-linear-to-t from-75% from-background to-transparent py-3.5 max-md:-mx-4 max-md:border-border-strong max-md:border-t max-md:bg-card max-md:bg-none max-md:px-4 max-md:py-3 max-md:pb-[calc(0.75rem+env(safe-area-inset-bottom))] print:hidden">
      {isDirty && (
        <p className="me-auto text-muted-foreground text-xs max-md:hidden">
          Noch nicht gespeichert
        </p>
      )}
      <Button asChild className="max-md:flex-2">
        <Link to={cancelTo}>Abbrechen</Link>
      </Button>
      <Button type="submit" variant="primary" busy={busy} className="max-md:flex-3">
        {children}
      </Button>
    </div>
  )
}
