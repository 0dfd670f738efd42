import { Undo2 } from 'lucide-react'
import { useToast } from '#web/components/toast.tsx'
import { undoMerge } from '#web/data/merges.ts'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'

type UndoMergeProps = {
  mergeId: number
  /** Of the record that is gone. */
  name: string
  /** null: it is tried anew. */
  onFailure: (failure: CallFailure | null) => void
}

/** Two records again, each as it was. */
export function UndoMerge({ mergeId, name, onFailure }: UndoMergeProps) {
  const toast = useToast()
  const { submit, isPending } = useSubmit(
    { ...undoMerge(mergeId), onMutate: () => onFailure(null), onError: onFailure },
    () => toast('Es sind wieder zwei Einträge.'),
  )
  return (
    <Button
      variant="ghost"
      size="sm"
      busy={isPending}
      aria-label={`Zusammenführung mit ${name} zurücknehmen`}
      onClick={() => void submit()}
      className="-my-1.5 -mr-2 text-foreground max-lg:mr-0 max-lg:-ml-3"
    >
      <Undo2 />
      Zurücknehmen
    </Button>
  )
}
