import { Plus } from 'lucide-react'
import { useState } from 'react'
import { hasRole, useUser } from '#web/lib/session.ts'
import type { Loaded } from '#web/lib/use-loaded.ts'
import { Button } from '#web/ui/button.tsx'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import { honorLabels } from '#worker/domain/labels.ts'
import type { Honor } from '#worker/members/members.contract.ts'
import { DeleteEntryDialog } from './delete-entry-dialog.tsx'
import type { EntryAct } from './entry-act.ts'
import { HonorDialog } from './honor-dialog.tsx'
import { deleteHonor, honorNotDeleted, honorsNotLoaded } from './honors.api.ts'
import { HonorsTable, honorHeads } from './honors-table.tsx'
import { SectionCard } from './section-card.tsx'

type HonorsCardProps = {
  memberId: number
  honors: Loaded<Honor[]>
  today: Day
  /** An honor can change the fee. */
  onChanged: () => void
}

export function HonorsCard({ memberId, honors, today, onChanged }: HonorsCardProps) {
  const [act, setAct] = useState<EntryAct<Honor> | null>(null)
  const mayWrite = hasRole(useUser(), 'management')
  const acting = {
    memberId,
    today,
    onClose: () => setAct(null),
    onDone: () => {
      honors.reload()
      onChanged()
    },
  }
  return (
    <>
      <SectionCard
        title="Ehrungen"
        rows={honors}
        notLoaded={honorsNotLoaded}
        heads={honorHeads}
        empty="Noch keine Ehrung."
        action={
          mayWrite && (
            <Button variant="ghost" size="sm" onClick={() => setAct({ kind: 'add' })}>
              <Plus />
              Ehrung eintragen
            </Button>
          )
        }
      >
        {(rows) => <HonorsTable rows={rows} onAct={mayWrite ? setAct : null} />}
      </SectionCard>
      {act && <ActDialog act={act} {...acting} />}
    </>
  )
}

type ActDialogProps = {
  act: EntryAct<Honor>
  memberId: number
  today: Day
  onClose: () => void
  onDone: () => void
}

function ActDialog({ act, today, ...rest }: ActDialogProps) {
  if (act.kind !== 'delete') {
    return <HonorDialog honor={act.kind === 'edit' ? act.entry : null} today={today} {...rest} />
  }
  const { id, type, date } = act.entry
  return (
    <DeleteEntryDialog
      title="Ehrung löschen?"
      what={`„${honorLabels[type]}“ vom ${germanDate(date)}`}
      remove={() => deleteHonor(rest.memberId, id)}
      notDeleted={honorNotDeleted}
      deleted="Ehrung gelöscht"
      onClose={rest.onClose}
      onDone={rest.onDone}
    />
  )
}
