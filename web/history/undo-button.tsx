import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { useToast } from '#web/components/toast.tsx'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { undoRequests } from '#web/lib/undo.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import type { HistoryEntry } from '#worker/history/history.contract.ts'
import { titleOf } from './words.ts'

/** More than this at once is asked for first. */
const fewLines = 5

type UndoButtonProps = {
  entry: HistoryEntry
  /** null: it is tried anew. */
  onFailure: (failure: CallFailure | null) => void
}

export function UndoButton({ entry, onFailure }: UndoButtonProps) {
  const toast = useToast()
  const [isAsked, setAsked] = useState(false)
  const { submit, isPending } = useSubmit(
    {
      ...undoRequests([entry.requestId]),
      onMutate: () => onFailure(null),
      onError: onFailure,
      onSettled: () => setAsked(false),
    },
    () => toast('Rückgängig gemacht.'),
  )
  const title = titleOf(entry)
  const isMuch = entry.lines.length > fewLines
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        busy={isPending && !isAsked}
        aria-label={`Rückgängig: ${title}`}
        onClick={() => (isMuch ? setAsked(true) : void submit())}
        className="-my-1.5 -mr-2 text-foreground max-lg:mr-0 max-lg:-ml-3"
      >
        <Undo2 />
        Rückgängig
      </Button>
      {isAsked && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(false)}
          title="Rückgängig machen?"
          icon={Undo2}
          busy={isPending}
          onConfirm={() => void submit()}
        >
          {`„${title}“ hat ${entry.lines.length} Einträge geändert. Alle werden wieder so, wie sie davor waren.`}
        </ConfirmDialog>
      )}
    </>
  )
}
