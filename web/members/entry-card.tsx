import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { SectionQuery } from '#web/components/query-section.tsx'
import { hasRole, useUser } from '#web/lib/session.ts'
import { useRemovalFocus } from '#web/lib/use-removal-focus.ts'
import { Button } from '#web/ui/button.tsx'
import type { Day } from '#worker/domain/dates.ts'
import { DeleteEntryDialog } from './delete-entry-dialog.tsx'
import { EntryDialog } from './entry-dialog.tsx'
import type { EntryDraft, EntryKind, StoredEntry } from './entry-kind.ts'
import { EntryTable } from './entry-table.tsx'
import { SectionCard } from './section-card.tsx'

type EntryCardProps<Entry extends StoredEntry, Draft extends EntryDraft> = {
  kind: EntryKind<Entry, Draft>
  entries: SectionQuery<Entry[]>
  memberId: number
  today: Day
  /** Nobody's any more: nothing is entered or changed. */
  isFixed: boolean
}

/** A member's honors or duty book: management enters, changes and deletes. */
export function EntryCard<Entry extends StoredEntry, Draft extends EntryDraft>({
  kind,
  entries,
  memberId,
  today,
  isFixed,
}: EntryCardProps<Entry, Draft>) {
  const [edited, setEdited] = useState<Entry | 'new' | null>(null)
  const [removed, setRemoved] = useState<Entry | null>(null)
  const mayWrite = hasRole(useUser(), 'management') && !isFixed
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
            onRemove={setRemoved}
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
