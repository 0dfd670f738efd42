import { useState } from 'react'
import { failureDetail } from '#web/lib/failure-detail.ts'
import { spokenName } from '#web/parades/participants.ts'
import { notChanged } from '#web/parades/participations.api.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import type { Participant } from './list.ts'
import { PersonFacts } from './person-facts.tsx'
import { useDeafMoment } from './use-deaf-moment.ts'
import { type RowActOptions, type TakingBack, useRowAct } from './use-row-act.ts'

const questions: Record<TakingBack, { title: string; whatThen: string }> = {
  unpay: {
    title: 'Bezahlung zurücknehmen?',
    whatThen: 'steht dann als „Nicht bezahlt“ in der Liste.',
  },
  unconfirm: {
    title: 'Bestätigung zurücknehmen?',
    whatThen: 'ist dann angemeldet, aber nicht bestätigt.',
  },
}

type PersonSheetProps = RowActOptions & { row: Participant; onClose: () => void }

/** One person, and everything that can be done beside confirming. */
export function CheckInPersonSheet({ row, onClose, ...acting }: PersonSheetProps) {
  const [asked, setAsked] = useState<TakingBack | null>(null)
  const { run, isBusy, failure } = useRowAct(row, acting)
  const afterAMoment = useDeafMoment(`${asked} ${row.participationFeePayed}`)
  const back = () => setAsked(null)
  const name = spokenName(row.memberName)
  return (
    <Dialog
      open
      onOpenChange={asked ? back : onClose}
      busy={isBusy}
      role={asked ? 'alertdialog' : 'dialog'}
      variant="sheet"
      size="street"
      title={asked ? questions[asked].title : name}
      footer={
        asked ? (
          <AskFoot
            busy={isBusy}
            onCancel={back}
            onConfirm={afterAMoment(() => void run(asked).then(back))}
          />
        ) : (
          <Button
            variant="strong"
            size="street"
            disabled={isBusy}
            onClick={onClose}
            className="col-span-full"
          >
            Schließen
          </Button>
        )
      }
    >
      {failure && !asked && (
        <Failure
          message={notChanged}
          failure={failure}
          detail={failureDetail(failure, notChanged)}
        />
      )}
      {asked ? (
        <p>{`${name} ${questions[asked].whatThen}`}</p>
      ) : (
        <PersonFacts
          row={row}
          busy={isBusy}
          onPay={afterAMoment(() => void run('pay'))}
          onTakeBack={(act) => afterAMoment(() => setAsked(act))()}
        />
      )}
    </Dialog>
  )
}

type AskFootProps = { busy: boolean; onCancel: () => void; onConfirm: () => void }

function AskFoot({ busy, onCancel, onConfirm }: AskFootProps) {
  return (
    <>
      <Button variant="strong" size="street" disabled={busy} onClick={onCancel}>
        Abbrechen
      </Button>
      <Button variant="primary" size="street" busy={busy} onClick={onConfirm}>
        OK
      </Button>
    </>
  )
}
