import { EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import { Failure } from '#web/components/failure.tsx'
import { createView, deleteView, saveView } from '#web/data/views.ts'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { onDemand, useOnDemand } from '#web/lib/on-demand.ts'
import { useUser } from '#web/lib/session.ts'
import type { UndoAction } from '#web/lib/undo.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx'
import { toast } from '#web/ui/toast.tsx'
import { can } from '#worker/domain/rights.ts'
import type { SavedView } from '#worker/views/views.contract.ts'

type ViewMenuProps = {
  view: SavedView
  /** The current query of the list. */
  here: string
  /** Whether the current query equals the view. */
  isOn: boolean
  onRemove: () => void
}

/** The actions on a view: for its owner, and on shared views also for the management. */
export function ViewMenu({ view, here, isOn, onRemove }: ViewMenuProps) {
  const mayChange = can(useUser(), 'manage') || view.own
  const [isRenaming, setRenaming] = useState(false)
  const dialogs = useViewDialogs(isRenaming)
  const acts = useViewActs(view, onRemove)
  if (!mayChange) return null
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Ansicht „${view.name}“ ändern`}
            busy={acts.isPending}
          >
            <EllipsisVertical />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="start">
          <DropdownMenuItem onSelect={() => setRenaming(true)}>Umbenennen</DropdownMenuItem>
          <DropdownMenuItem disabled={isOn} onSelect={() => acts.overwrite(here)}>
            Mit jetziger Auswahl überschreiben
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => acts.share(!view.shared)}>
            {view.shared ? 'Nur für mich' : 'Für alle'}
          </DropdownMenuItem>
          <DropdownMenuSeparator />
          <DropdownMenuItem onSelect={acts.remove} className="text-destructive!">
            Löschen
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {isRenaming && dialogs && (
        <dialogs.RenameViewDialog view={view} onClose={() => setRenaming(false)} />
      )}
      {acts.failure && <Refused failure={acts.failure} onClose={acts.forget} />}
    </>
  )
}

function useViewActs(view: SavedView, onRemove: () => void) {
  const { id, name, search, shared } = view
  const changing = useSubmit(saveView(id), (_saved, { shared: isShared }, undoAction) => {
    const words =
      isShared === undefined ? 'überschrieben' : isShared ? 'ist für alle da' : unsharedText(view)
    toast(`Ansicht „${name}“ ${words}`, undoAction)
  })
  const removing = useSubmit(deleteView, (_gone, _view, undoAction) => {
    onRemove()
    toast(`Ansicht „${name}“ gelöscht`, undoAction ?? recreateViewAction(view))
  })
  return {
    // `before` makes a concurrent change a conflict instead of overwriting it.
    overwrite: (here: string) => void changing.submit({ search: here, before: { search } }),
    share: (isShared: boolean) => void changing.submit({ shared: isShared, before: { shared } }),
    remove: () => void removing.submit(view),
    isPending: changing.isPending || removing.isPending,
    failure: changing.failure ?? removing.failure,
    forget: () => {
      changing.reset()
      removing.reset()
    },
  }
}

const unsharedText = ({ own, by }: SavedView) =>
  own ? 'ist nur noch für Dich da' : `ist nur noch für ${by} da`

/** The history can be undone only by the management, so a removed view is created again instead. */
function recreateViewAction({ grid, name, search, shared }: SavedView): UndoAction {
  const { mutationFn, meta } = createView
  return {
    undo: { mutationFn: () => mutationFn({ grid, name, search, shared }), meta },
    done: `Ansicht „${name}“ ist wieder da.`,
  }
}

function Refused({ failure, onClose }: { failure: CallFailure; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      role="alertdialog"
      title="Das ging nicht"
      footer={<Button onClick={onClose}>Schließen</Button>}
    >
      <Failure failure={failure} detail={detailOf(failure)} />
    </Dialog>
  )
}

const viewDialogs = onDemand(() => import('./view-form-dialogs.tsx'))

export const useViewDialogs = (isNeeded: boolean) => useOnDemand(viewDialogs, isNeeded)
