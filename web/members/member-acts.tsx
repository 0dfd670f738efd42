import { Medal } from 'lucide-react'
import { useState } from 'react'
import { CircularLink, CopyAddresses, LabelsLink, LetterFile } from '#web/letters/acts.tsx'
import { Button } from '#web/ui/button.tsx'
import { berlinDay } from '#worker/domain/dates.ts'
import type { MemberRow } from '#worker/members/members.contract.ts'
import { HonorsDialog } from './honors-dialog.tsx'

export type MemberActsProps = {
  members: readonly MemberRow[]
  /** Nobody is ticked any more. */
  clear: () => void
  mayWrite: boolean
}

/** What is done with the members that are ticked. */
export function MemberActs({ members, clear, mayWrite }: MemberActsProps) {
  const [isHonoring, setHonoring] = useState(false)
  return (
    <>
      {mayWrite && (
        <Button variant="ghost" size="sm" onClick={() => setHonoring(true)}>
          <Medal />
          Ehrung eintragen
        </Button>
      )}
      {mayWrite && <CircularLink members={members} />}
      <CopyAddresses members={members} />
      <LabelsLink members={members} />
      <LetterFile members={members} />
      {isHonoring && (
        <HonorsDialog
          members={members}
          today={berlinDay(new Date())}
          onClose={() => setHonoring(false)}
          onDone={clear}
        />
      )}
    </>
  )
}
