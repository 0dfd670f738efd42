import type { FormEvent, ReactNode } from 'react'
import { type FieldValues, FormProvider } from 'react-hook-form'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import type { SubmittedForm } from '#web/lib/use-submit-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { Failure } from './failure.tsx'

type SubmitDialogProps<Draft extends FieldValues> = {
  title: string
  description?: string
  submitting: SubmittedForm<Draft>
  /** What is said beyond the failure's sentence; left out: what the server says and no field shows. */
  detail?: string | undefined
  confirmLabel?: string
  cancelLabel?: string
  /** Between the two: sends it as well, and the dialog stays for one more. */
  another?: { label: string; onPress: () => void }
  /** Something is missing, and a field says what. */
  blocked?: boolean
  isOver?: boolean
  onClose: () => void
  /** The fields find the form by its context. */
  children: ReactNode
}

/** A short form in a dialog: "Abbrechen" and "OK". */
export function SubmitDialog<Draft extends FieldValues>({
  submitting: { form, submit, isPending, failure, conflict },
  confirmLabel = 'OK',
  blocked = false,
  cancelLabel = 'Abbrechen',
  another,
  ...props
}: SubmitDialogProps<Draft>) {
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    if (!blocked) void submit()
  }
  return (
    <FormProvider {...form}>
      <Dialog
        open
        onOpenChange={props.onClose}
        title={props.title}
        description={props.description}
        busy={isPending}
        isOver={props.isOver}
        onSubmit={confirm}
        footer={
          <>
            <Button disabled={isPending} onClick={props.onClose}>
              {cancelLabel}
            </Button>
            {another && (
              <Button
                disabled={blocked || isPending}
                onClick={another.onPress}
                className="max-md:order-last max-md:col-span-full"
              >
                {another.label}
              </Button>
            )}
            <Button type="submit" variant="primary" busy={isPending} disabled={blocked}>
              {confirmLabel}
            </Button>
          </>
        }
      >
        {failure && <Failure failure={failure} detail={props.detail ?? unlessAtField(failure)} />}
        {props.children}
      </Dialog>
      {conflict && <ConflictDialog conflict={conflict} onSettled={() => void submit()} />}
    </FormProvider>
  )
}

/** What is said beside a field is not said twice. */
function unlessAtField(failure: CallFailure): string | undefined {
  return failure.error?.fields ? undefined : detailOf(failure)
}
