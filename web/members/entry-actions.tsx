import { Pencil, Trash2 } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { ActionsCell, TableHeadCell } from '#web/ui/table.tsx'

export function ActionsHead() {
  return (
    <TableHeadCell>
      <span className="sr-only">Aktionen</span>
    </TableHeadCell>
  )
}

type EntryActionsProps = { name: string; onEdit: () => void; onDelete: () => void }

/** Change and delete an honor or an entry of the duty book. */
export function EntryActions({ name, onEdit, onDelete }: EntryActionsProps) {
  return (
    <ActionsCell>
      <Button variant="ghost" size="icon-sm" aria-label={`${name} bearbeiten`} onClick={onEdit}>
        <Pencil />
      </Button>
      <Button variant="ghost" size="icon-sm" aria-label={`${name} löschen`} onClick={onDelete}>
        <Trash2 />
      </Button>
    </ActionsCell>
  )
}
