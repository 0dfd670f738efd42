import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import type { Writing } from '#web/lib/query.ts'
import type { UndoAction } from '#web/lib/undo.ts'
import { useSubmit } from '#web/lib/use-submit.ts'

type ActionQuestionProps<Variables> = {
  title: string
  /** Who it is about, and what happens. */
  children: string
  tone?: 'primary' | 'destructive'
  mutation: Writing<Variables, unknown>
  variables: Variables
  onClose: () => void
  onDone: (wayBack: UndoAction | null) => void
}

/** An action on a participation that asks first. */
export function ActionQuestion<Variables>({
  mutation,
  variables,
  onDone,
  onClose,
  ...words
}: ActionQuestionProps<Variables>) {
  const { submit, isPending, failure } = useSubmit(mutation, (_done, _, wayBack) => onDone(wayBack))
  return (
    <ConfirmDialog
      {...words}
      open
      onOpenChange={onClose}
      busy={isPending}
      failure={failure}
      onConfirm={() => void submit(variables)}
    />
  )
}
