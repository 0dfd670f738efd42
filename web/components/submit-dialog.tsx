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
  /** Text after the failure's sentence; default: the server's message unless a field shows it. */
  detail?: string | undefined
  confirmLabel?: string
  cancelLabel?: string
  /** A button between "Abbrechen" and "OK" that submits and keeps the dialog open for another entry. */
  another?: { label: string; onPress: () => void }
  /** The button to submit is disabled: input is missing, invalid or unchanged. */
  blocked?: boolean
  isOver?: boolean
  /** The buttons stay in sight: for a form that is often longer than the screen. */
  isLong?: boolean
  onClose: () => void
  /** The fields access the form by its context. */
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
        isLong={props.isLong ?? false}
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
        {failure && (
          <Failure failure={failure} detail={props.detail ?? detailWithoutFields(failure)} />
        )}
        {props.children}
      </Dialog>
      {conflict && <ConflictDialog conflict={conflict} onSettled={() => void submit()} />}
    </FormProvider>
  )
}

/** The server's message; undefined when it belongs to a field, which shows it. */
function detailWithoutFields(failure: CallFailure): string | undefined {
  return failure.error?.fields ? undefined : detailOf(failure)
}
