import { Pencil, Trash2 } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import {
  ActionsCell,
  ActionsHead,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeadCell,
  TableRow,
} from '#web/ui/table.tsx'
import type { EntryDraft, EntryKind, StoredEntry } from './entry-kind.ts'

type EntryTableProps<Entry extends StoredEntry, Draft extends EntryDraft> = {
  kind: EntryKind<Entry, Draft>
  rows: readonly Entry[]
  mayWrite: boolean
  onEdit: (entry: Entry) => void
  onRemove: (entry: Entry) => void
}

export function EntryTable<Entry extends StoredEntry, Draft extends EntryDraft>({
  kind,
  rows,
  mayWrite,
  onEdit,
  onRemove,
}: EntryTableProps<Entry, Draft>) {
  return (
    <Table size="sm" phone="flow">
      <TableHead>
        <TableRow>
          {[...kind.heads, 'Kommentar'].map((head) => (
            <TableHeadCell key={head}>{head}</TableHeadCell>
          ))}
          {mayWrite && <ActionsHead />}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((entry) => (
          <TableRow key={entry.id}>
            {kind.cells(entry)}
            <CommentCell comment={entry.comment} />
            {mayWrite && (
              <EntryActions
                name={kind.nameOf(entry)}
                onEdit={() => onEdit(entry)}
                onRemove={() => onRemove(entry)}
              />
            )}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function CommentCell({ comment }: { comment: string }) {
  return (
    <TableCell
      {...(!comment && { at: 'nowhere' })}
      className="wrap-anywhere whitespace-pre-line py-2"
    >
      {comment || '–'}
    </TableCell>
  )
}

type EntryActionsProps = { name: string; onEdit: () => void; onRemove: () => void }

function EntryActions({ name, onEdit, onRemove }: EntryActionsProps) {
  return (
    <ActionsCell>
      <Button variant="ghost" size="icon-sm" aria-label={`${name} bearbeiten`} onClick={onEdit}>
        <Pencil />
      </Button>
      <Button variant="ghost" size="icon-sm" aria-label={`${name} löschen`} onClick={onRemove}>
        <Trash2 />
      </Button>
    </ActionsCell>
  )
}
