import { useState } from 'react'
import { germanEuro } from '#worker/domain/money.ts'
import type { GuildSettings } from '#worker/guild/guild.contract.ts'
import { ChangeButton } from './change-button.tsx'
import { FamilyCapDialog } from './family-cap-dialog.tsx'

type FamilyCapProps = { stored: GuildSettings; thisYear: number; mayWrite: boolean }

/** What a family pays at most, in the card of the fees. */
export function FamilyCap({ stored, thisYear, mayWrite }: FamilyCapProps) {
  const [isOpen, setOpen] = useState(false)
  const { familyCapInCent } = stored
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-6 pb-3 max-md:px-4 print:px-0">
      <p className="flex-1 tabular-nums">
        {familyCapInCent === null
          ? 'Familienbeitrag: keine Grenze'
          : `Familienbeitrag: zusammen höchstens ${germanEuro(familyCapInCent)}`}
      </p>
      {mayWrite && (
        <ChangeButton onClick={() => setOpen(true)}>Familienbeitrag ändern</ChangeButton>
      )}
      {isOpen && (
        <FamilyCapDialog stored={stored} thisYear={thisYear} onClose={() => setOpen(false)} />
      )}
    </div>
  )
}
