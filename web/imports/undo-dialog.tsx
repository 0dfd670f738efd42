import { Undo2 } from 'lucide-react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { undoImport } from '#web/data/imports.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Alert } from '#web/ui/alert.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Import } from '#worker/imports/imports.contract.ts'
import { countsText } from './kind-words.ts'

type UndoDialogProps = { of: Import; onClose: () => void }

/** Undoes an import; conflicts are listed, and all other rows can be undone without them. */
export function UndoDialog({ of, onClose }: UndoDialogProps) {
  const { submit, isPending, failure } = useSubmit(undoImport, (_, { others }) => {
    onClose()
    toast(others ? 'Alle anderen zurückgenommen' : 'Übernahme zurückgenommen')
  })
  const error = failure?.error
  const obstacles = error?.code === 'ImportInUse' ? error.obstacles : null
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Übernahme zurücknehmen?"
      icon={Undo2}
      confirmLabel={obstacles ? 'Alle anderen zurücknehmen' : 'Zurücknehmen'}
      tone="destructive"
      busy={isPending}
      failure={obstacles ? null : failure}
      onConfirm={() => void submit({ id: of.id, others: obstacles !== null })}
      more={obstacles && <Obstacles lines={obstacles} />}
    >
      {`${of.fileName}${of.counts ? `: ${countsText(of.counts)}` : ''}. Was neu war, geht wieder, und was geändert wurde, ist wie zuvor.`}
    </ConfirmDialog>
  )
}

function Obstacles({ lines }: { lines: readonly string[] }) {
  return (
    <Alert tone="warn" title="Das steht im Weg" focusOnMount>
      <ul className="mt-1 max-h-60 overflow-y-auto">
        {lines.map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
      <p className="mt-2">Diese bleiben, wie sie sind, mit allem, was mit ihnen kam.</p>
    </Alert>
  )
}
