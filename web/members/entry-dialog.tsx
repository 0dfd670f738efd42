import type { FormEvent, ReactNode } from 'react'
import { failureDetail } from '#web/lib/failure-detail.ts'
import type { Failure as Failed } from '#web/lib/result.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'

type EntryDialogProps = {
  title: string
  notSaved: string
  failure: Failed | null
  busy: boolean
  /** What keeps the button from working; "" when nothing does. */
  missing?: string
  onClose: () => void
  onConfirm: () => void
  children: ReactNode
}

/** The frame of the dialogs for honors and duty entries. */
export function EntryDialog({ title, notSaved, failure, busy, ...props }: EntryDialogProps) {
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    if (!props.missing) props.onConfirm()
  }
  // What is said beside a field is not said twice.
  const isSaidBeside = Object.keys(failure?.error?.fields ?? {}).length > 0
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title={title}
      busy={busy}
      onSubmit={confirm}
      footer={
        <>
          <Button disabled={busy} onClick={props.onClose}>
            Abbrechen
          </Button>
          <Button type="submit" variant="primary" busy={busy} disabled={Boolean(props.missing)}>
            OK
          </Button>
        </>
      }
    >
      {failure && (
        <Failure
          message={notSaved}
          failure={failure}
          detail={isSaidBeside ? undefined : failureDetail(failure, notSaved)}
        />
      )}
      {props.children}
      <p role="status" className="text-muted-foreground text-sm empty:hidden">
        {props.missing}
      </p>
    </Dialog>
  )
}
