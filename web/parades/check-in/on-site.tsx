import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { WayBack } from '#web/lib/undo.ts'
import { spokenName } from '#web/parades/participants.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'
import type { Participant } from './list.ts'
import { CheckInOnSiteSheet, type CostumeTypes } from './on-site-sheet.tsx'

type CheckInOnSiteProps = {
  paradeId: number
  costumeTypes: CostumeTypes
  rows: readonly Participant[]
}

/** The bar under the list, and the sheet behind it. */
export function CheckInOnSite(sheet: CheckInOnSiteProps) {
  const [isOpen, setOpen] = useState(false)
  const toast = useToast()
  const entered = (row: Participant, wayBack: WayBack | null) => {
    setOpen(false)
    toast(`${spokenName(row.memberName)} ist eingetragen.`, wayBack)
  }
  return (
    <div className="fixed inset-x-0 bottom-0 z-20 border-border-strong border-t bg-card px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))]">
      <Button
        variant="strong"
        size="xl"
        block
        onClick={() => setOpen(true)}
        className="mx-auto max-w-[44rem]"
      >
        <UserPlus />
        Vor Ort eintragen
      </Button>
      {isOpen && (
        <CheckInOnSiteSheet {...sheet} onClose={() => setOpen(false)} onEntered={entered} />
      )}
    </div>
  )
}
