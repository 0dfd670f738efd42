import { useState } from 'react'
import { failureDetail } from '#web/lib/failure-detail.ts'
import { hasRole, useUser } from '#web/lib/session.ts'
import { spokenName } from '#web/parades/participants.ts'
import { notChanged } from '#web/parades/participations.api.ts'
import { Failure } from '#web/ui/failure.tsx'
import { useToast } from '#web/ui/toast.tsx'
import type { Day } from '#worker/domain/dates.ts'
import type { Participation } from '#worker/parades/parades.contract.ts'
import { EnterDialog } from './enter-dialog.tsx'
import { ParticipantActs } from './participant-acts.tsx'
import { ParticipantsGrid } from './participants-grid.tsx'
import { ParticipantsHead } from './participants-head.tsx'
import { type NotPaid, useParticipantActs } from './use-participant-acts.ts'
import type { Participants } from './use-participants.ts'

type ParticipantsCardProps = {
  paradeId: number
  participants: Participants
  paradeDay: Day | null
}

/** Who takes part; for the management with everything that can be done about it. */
export function ParticipantsCard({ paradeId, participants, paradeDay }: ParticipantsCardProps) {
  const mayWrite = hasRole(useUser(), 'management')
  const acts = useParticipantActs(participants)
  const [isEntering, setEntering] = useState(false)
  const toast = useToast()
  const entered = (row: Participation) => {
    setEntering(false)
    participants.put(row)
    toast(`${spokenName(row.memberName)} ist eingetragen.`)
  }
  return (
    <>
      <ParticipantsGrid
        participants={participants}
        paradeDay={paradeDay}
        onAct={mayWrite ? acts.begin : null}
        head={(rows, found) => (
          <ParticipantsHead
            rows={rows}
            found={found}
            onEnter={mayWrite ? () => setEntering(true) : null}
            failure={acts.notPaid && <NotPaidFailure {...acts.notPaid} />}
          />
        )}
      />
      {acts.asked && (
        <ParticipantActs
          paradeId={paradeId}
          asked={acts.asked}
          onClose={acts.close}
          onChanged={acts.changed}
          onDeleted={acts.deleted}
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
  const said = failureDetail(failure, notChanged) ?? ''
  return (
    <Failure
      className="mx-6 mb-4 max-md:mx-4 print:hidden"
      message={notChanged}
      failure={failure}
      detail={`${spokenName(row.memberName)} ist noch nicht als bezahlt markiert. ${said}`}
      focusOnMount
    />
  )
}
