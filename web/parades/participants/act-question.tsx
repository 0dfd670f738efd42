import { failureDetail } from '#web/lib/failure-detail.ts'
import type { Result } from '#web/lib/result.ts'
import { useAct } from '#web/lib/use-act.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FailureText } from '#web/ui/failure.tsx'

type ActQuestionProps<T> = {
  title: string
  /** Who it is about, and what happens. */
  children: string
  tone?: 'primary' | 'destructive'
  act: () => Promise<Result<T>>
  /** The specification's sentence for an act that failed. */
  failed: string
  onClose: () => void
  onDone: (data: T) => void
}

/** An act on a participation that asks first. */
export function ActQuestion<T>({ act, failed, onDone, onClose, ...words }: ActQuestionProps<T>) {
  const { run, isBusy, failure } = useAct(act, onDone)
  return (
    <ConfirmDialog
      {...words}
      open
      onOpenChange={onClose}
      busy={isBusy}
      error={
        failure && (
          <FailureText message={failed} failure={failure} detail={failureDetail(failure, failed)} />
        )
      }
      onConfirm={() => void run()}
    />
  )
}
