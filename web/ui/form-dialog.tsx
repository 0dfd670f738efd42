import type { FormEvent, ReactNode } from 'react'
import { failureDetail } from '#web/lib/failure-detail.ts'
import type { Failure as Failed } from '#web/lib/result.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Failure } from './failure.tsx'

type FormDialogProps = {
  title: string
  description?: string
  /** The specification's sentence for a failed save. */
  notSaved: string
  failure: Failed | null
  /** What is said beyond that sentence; left out: what the server says and no field shows. */
  detail?: string | undefined
  busy: boolean
  /** Something is missing, and a field says what. */
  blocked?: boolean
  onClose: () => void
  onConfirm: () => void
  children: ReactNode
}

/** A short form in a dialog: "Abbrechen" and "OK". */
export function FormDialog({ failure, notSaved, busy, blocked, ...props }: FormDialogProps) {
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    if (!blocked) props.onConfirm()
  }
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title={props.title}
      description={props.description}
      busy={busy}
      onSubmit={confirm}
      footer={
        <>
          <Button disabled={busy} onClick={props.onClose}>
            Abbrechen
          </Button>
          <Button type="submit" variant="primary" busy={busy} disabled={blocked}>
            OK
          </Button>
        </>
      }
    >
      {failure && (
        <Failure
          message={notSaved}
          failure={failure}
          detail={props.detail ?? detailOf(failure, notSaved)}
        />
      )}
      {props.children}
    </Dialog>
  )
}

/** What is said beside a field is not said twice. */
function detailOf(failure: Failed, shown: string): string | undefined {
  return failure.error?.fields ? undefined : failureDetail(failure, shown)
}
