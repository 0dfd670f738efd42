import { Plus, Printer } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { Button } from '#web/ui/button.tsx'
import { CardHead } from '#web/ui/card.tsx'
import type { Participation } from '#worker/parades/parades.contract.ts'
import { ParticipantCounts } from './participant-counts.tsx'

type ParticipantsHeadProps = {
  rows: readonly Participation[]
  /** How many of them pass search and filters. */
  found: number
  /** null for those who may not enter anybody. */
  onEnter: (() => void) | null
  enterButton: Ref<HTMLButtonElement>
  /** What went wrong with an action that has no dialog. */
  failure: ReactNode
}

export function ParticipantsHead({
  rows,
  found,
  onEnter,
  enterButton,
  failure,
}: ParticipantsHeadProps) {
  return (
    <>
      <CardHead
        title="Teilnehmer"
        tally={<Tally found={found} of={rows.length} />}
        className="max-md:flex-wrap print:min-h-0 print:px-0"
        actions={
          <div className="flex gap-1 max-md:w-full max-md:pb-2">
            {rows.length > 0 && (
              <Button variant="ghost" size="sm" onClick={() => window.print()}>
                <Printer />
                Busliste drucken
              </Button>
            )}
            {onEnter && (
              <Button ref={enterButton} variant="ghost" size="sm" onClick={onEnter}>
                <Plus />
                Teilnahme eintragen
              </Button>
            )}
          </div>
        }
      />
      {failure}
      <ParticipantCounts rows={rows} />
    </>
  )
}

function Tally({ found, of }: { found: number; of: number }) {
  return <span role="status">{of > 0 && (found < of ? `${found} von ${of}` : of)}</span>
}
