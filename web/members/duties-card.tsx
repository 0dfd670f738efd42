import { Plus } from 'lucide-react'
import { useState } from 'react'
import { hasRole, useUser } from '#web/lib/session.ts'
import type { Loaded } from '#web/lib/use-loaded.ts'
import { Button } from '#web/ui/button.tsx'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import { dutyLabels } from '#worker/domain/labels.ts'
import type { DutyEntry } from '#worker/members/members.contract.ts'
import { DeleteEntryDialog } from './delete-entry-dialog.tsx'
import { deleteDuty, dutiesNotLoaded, dutyNotDeleted } from './duties.api.ts'
import { DutiesTable, dutyHeads } from './duties-table.tsx'
import { DutyDialog } from './duty-dialog.tsx'
import type { EntryAct } from './entry-act.ts'
import { SectionCard } from './section-card.tsx'

type DutiesCardProps = { memberId: number; duties: Loaded<DutyEntry[]>; today: Day }

export function DutiesCard({ memberId, duties, today }: DutiesCardProps) {
  const [act, setAct] = useState<EntryAct<DutyEntry> | null>(null)
  const mayWrite = hasRole(useUser(), 'management')
  return (
    <>
      <SectionCard
        title="Dienstbuch"
        rows={duties}
        notLoaded={dutiesNotLoaded}
        heads={dutyHeads}
        empty="Noch kein Eintrag."
        action={
          mayWrite && (
            <Button variant="ghost" size="sm" onClick={() => setAct({ kind: 'add' })}>
              <Plus />
              Dienst eintragen
            </Button>
          )
        }
      >
        {(rows) => <DutiesTable rows={rows} onAct={mayWrite ? setAct : null} />}
      </SectionCard>
      {act && (
        <ActDialog
          act={act}
          memberId={memberId}
          today={today}
          onClose={() => setAct(null)}
          onDone={duties.reload}
        />
      )}
    </>
  )
}

type ActDialogProps = {
  act: EntryAct<DutyEntry>
  memberId: number
  today: Day
  onClose: () => void
  onDone: () => void
}

function ActDialog({ act, today, ...rest }: ActDialogProps) {
  if (act.kind !== 'delete') {
    return <DutyDialog entry={act.kind === 'edit' ? act.entry : null} today={today} {...rest} />
  }
  const { id, duty, from } = act.entry
  return (
    <DeleteEntryDialog
      title="Eintrag löschen?"
      what={`„${dutyLabels[duty]}“ ab ${germanDate(from)}`}
      remove={() => deleteDuty(rest.memberId, id)}
      notDeleted={dutyNotDeleted}
      deleted="Eintrag gelöscht"
      onClose={rest.onClose}
      onDone={rest.onDone}
    />
  )
}
