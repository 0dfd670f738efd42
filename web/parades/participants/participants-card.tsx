import { useState } from 'react'
import { Failure } from '#web/components/failure.tsx'
import type { SectionQuery } from '#web/components/query-section.tsx'
import { useToast } from '#web/components/toast.tsx'
import { detailOf } from '#web/lib/failure-detail.ts'
import { hasRole, useUser } from '#web/lib/session.ts'
import type { UndoAction } from '#web/lib/undo.ts'
import { useHeadFocus } from '#web/lib/use-removal-focus.ts'
import { spokenName } from '#web/parades/participants.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { Participation } from '#worker/parades/parades.contract.ts'
import { EnterDialog } from './enter-dialog.tsx'
import { ParticipantActions } from './participant-actions.tsx'
import { ParticipantsActs } from './participants-acts.tsx'
import { ParticipantsGrid } from './participants-grid.tsx'
import { ParticipantsHead } from './participants-head.tsx'
import { type NotPaid, useParticipantActions } from './use-participant-actions.ts'

type ParticipantsCardProps = {
  paradeId: number
  participants: SectionQuery<Participation[]>
  paradeDay: Day | null
  /** Nobody gets in any more. */
  isCancelled: boolean
  /** The guild notes cash. */
  takesCash: boolean
}

/** Who takes part; for the management with everything that can be done about it. */
export function ParticipantsCard({
  paradeId,
  participants,
  paradeDay,
  isCancelled,
  takesCash,
}: ParticipantsCardProps) {
  const mayWrite = hasRole(useUser(), 'management')
  const actions = useParticipantActions(paradeId)
  const [isEntering, setEntering] = useState(false)
  const done = (words: string, wayBack: UndoAction | null = null) => {
    // Paid once more would be refused.
    const isFinal = actions.begun?.kind === 'unpay' && !takesCash
    actions.done(words, isFinal ? null : wayBack)
  }
  const enterButton = useHeadFocus<HTMLButtonElement>(participants.data)
  const toast = useToast()
  const entered = (row: Participation, wayBack: UndoAction | null, goesOn: boolean) => {
    if (!goesOn) setEntering(false)
    toast(`${spokenName(row.memberName)} ist eingetragen.`, wayBack)
  }
  return (
    <>
      <ParticipantsGrid
        participants={participants}
        paradeDay={paradeDay}
        takesCash={takesCash}
        onAction={mayWrite ? actions.begin : null}
        acts={(rows, clear) => (
          <ParticipantsActs {...{ paradeId, rows, clear, mayWrite, takesCash }} />
        )}
        head={(rows, found) => (
          <ParticipantsHead
            rows={rows}
            found={found}
            onEnter={mayWrite && !isCancelled ? () => setEntering(true) : null}
            enterButton={enterButton}
            failure={actions.notPaid && <NotPaidFailure {...actions.notPaid} />}
          />
        )}
      />
      {actions.begun && (
        <ParticipantActions
          paradeId={paradeId}
          begun={actions.begun}
          onClose={actions.close}
          onDone={done}
        />
      )}
      {isEntering && (
        <EnterDialog paradeId={paradeId} onClose={() => setEntering(false)} onEntered={entered} />
      )}
    </>
  )
}

/** The payment is noted without a dialog: its failure stands above the list. */
function NotPaidFailure({ row, failure }: NotPaid) {
  const said = detailOf(failure) ?? ''
  return (
    <Failure
      className="mx-6 mb-4 max-md:mx-4 print:hidden"
      failure={failure}
      detail={`${spokenName(row.memberName)} ist noch nicht als bezahlt markiert. ${said}`}
      focusOnMount
    />
  )
}
