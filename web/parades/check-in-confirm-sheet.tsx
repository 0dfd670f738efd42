import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { type Participant, personOf } from './check-in-list.ts'
import { CostumeText } from './check-in-row.tsx'

/** The second tap of a double tap must not confirm what the first one only asked for. */
const deafForMs = 250

type CheckInConfirmSheetProps = {
  row: Participant
  onClose: () => void
  onConfirm: () => void
}

export function CheckInConfirmSheet({ row, onClose, onConfirm }: CheckInConfirmSheetProps) {
  const [openedAt] = useState(() => performance.now())
  const { firstName, lastName } = personOf(row.memberName)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      role="alertdialog"
      variant="sheet"
      size="street"
      title="Teilnahme bestätigen?"
      footer={
        <>
          <Button variant="strong" size="street" onClick={onClose}>
            Abbrechen
          </Button>
          <Button
            variant="primary"
            size="street"
            onClick={() => performance.now() - openedAt >= deafForMs && onConfirm()}
          >
            OK
          </Button>
        </>
      }
    >
      <div className="rounded-xl bg-muted px-4.5 py-4">
        <p className="font-[680] font-display text-3xl leading-[1.15] tracking-[-0.015em] [overflow-wrap:anywhere]">
          {firstName} {lastName}
        </p>
        <CostumeText row={row} className="mt-1 text-lg" />
      </div>
      {!row.participationFeePayed && (
        <Alert tone="warn" icon={CircleAlert} title="Nicht bezahlt">
          <p>Du kannst die Teilnahme trotzdem bestätigen.</p>
        </Alert>
      )}
    </Dialog>
  )
}
