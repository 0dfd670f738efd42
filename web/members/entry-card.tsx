import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import type { SectionQuery } from '#web/components/query-section.tsx'
import { useUser } from '#web/lib/session.ts'
import { useRemovalFocus } from '#web/lib/use-removal-focus.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
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
import { toast } from '#web/ui/toast.tsx'
import type { Day } from '#worker/domain/dates.ts'
import { can } from '#worker/domain/rights.ts'
import { EntryDialog } from './entry-dialog.tsx'
import type { EntryDraft, EntryKind, StoredEntry } from './entry-kind.ts'
import { SectionCard } from './section-card.tsx'

type EntryCardProps<Entry extends StoredEntry, Draft extends EntryDraft> = {
  kind: EntryKind<Entry, Draft>
  entries: SectionQuery<Entry[]>
  memberId: number
  today: Day
  /** True for an anonymised member, whose entries cannot be changed. */
  isReadonly: boolean
}

/** A member's honors or duty book, editable for the management. */
export function EntryCard<Entry extends StoredEntry, Draft extends EntryDraft>({
  kind,
  entries,
  memberId,
  today,
  isReadonly,
}: EntryCardProps<Entry, Draft>) {
  const [edited, setEdited] = useState<Entry | 'new' | null>(null)
  const [removed, setRemoved] = useState<Entry | null>(null)
  const user = useUser()
  const mayWrite = can(user, 'keepMembers') && !isReadonly
  const { goal, markRemoved } = useRemovalFocus<HTMLButtonElement>(entries.data)
  const enter = (
    <Button ref={goal} variant="ghost" size="sm" onClick={() => setEdited('new')}>
      <Plus />
      {`${kind.noun} eintragen`}
    </Button>
  )
  return (
    <>
      <SectionCard
        title={kind.title}
        rows={entries}
        heads={[...kind.heads, 'Kommentar']}
        empty={kind.empty}
        action={mayWrite && enter}
      >
        {(rows) => (
          <EntryTable
            kind={kind}
            rows={rows}
            mayWrite={mayWrite}
            onEdit={setEdited}
            onRemove={can(user, 'manage') ? setRemoved : null}
          />
        )}
      </SectionCard>
      {edited && (
        <EntryDialog
          kind={kind}
          memberId={memberId}
          entry={edited === 'new' ? null : edited}
          entries={entries.data ?? []}
          today={today}
          onClose={() => setEdited(null)}
        />
      )}
      {removed && (
        <DeleteEntryDialog
          kind={kind}
          memberId={memberId}
          entry={removed}
          onClose={() => setRemoved(null)}
          onRemoved={() => markRemoved(removed.id)}
        />
      )}
    </>
  )
}

type EntryTableProps<Entry extends StoredEntry, Draft extends EntryDraft> = {
  kind: EntryKind<Entry, Draft>
  rows: readonly Entry[]
  mayWrite: boolean
  onEdit: (entry: Entry) => void
  /** Called with the entry whose bin was pressed; null for users who may not delete. */
  onRemove: ((entry: Entry) => void) | null
}

function EntryTable<Entry extends StoredEntry, Draft extends EntryDraft>({
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
                onRemove={onRemove && (() => onRemove(entry))}
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

type EntryActionsProps = { name: string; onEdit: () => void; onRemove: (() => void) | null }

function EntryActions({ name, onEdit, onRemove }: EntryActionsProps) {
  return (
    <ActionsCell>
      <Button variant="ghost" size="icon-sm" aria-label={`${name} bearbeiten`} onClick={onEdit}>
        <Pencil />
      </Button>
      {onRemove && (
        <Button variant="ghost" size="icon-sm" aria-label={`${name} löschen`} onClick={onRemove}>
          <Trash2 />
        </Button>
      )}
    </ActionsCell>
  )
}

type DeleteEntryDialogProps<Entry extends StoredEntry, Draft extends EntryDraft> = {
  kind: EntryKind<Entry, Draft>
  memberId: number
  entry: Entry
  onClose: () => void
  onRemoved: () => void
}

function DeleteEntryDialog<Entry extends StoredEntry, Draft extends EntryDraft>({
  kind: { remove, removedNoun, nameOf },
  memberId,
  entry,
  onClose,
  onRemoved,
}: DeleteEntryDialogProps<Entry, Draft>) {
  const { submit, isPending, failure } = useSubmit(remove(memberId), (_none, _, undoAction) => {
    toast(`${removedNoun} gelöscht`, undoAction)
    onRemoved()
    onClose()
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`${removedNoun} löschen?`}
      tone="destructive"
      busy={isPending}
      failure={failure}
      onConfirm={() => void submit(entry.id)}
    >
      {`„${nameOf(entry)}“ wird gelöscht. Das lässt sich 30 Tage lang rückgängig machen.`}
    </ConfirmDialog>
  )
}
