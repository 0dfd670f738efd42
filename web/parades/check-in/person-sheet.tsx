import { useState } from 'react'
import { detailOf } from '#web/lib/failure-detail.ts'
import { spokenName } from '#web/parades/participants.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import type { Participant } from './list.ts'
import { PersonFacts } from './person-facts.tsx'
import { useDeafMoment } from './use-deaf-moment.ts'
import { type TakingBack, useRowAction } from './use-row-action.ts'

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

type PersonSheetProps = {
  paradeId: number
  row: Participant
  /** The parade is called off. */
  isCancelled: boolean
  onClose: () => void
}

/** One person, and everything that can be done beside confirming. */
export function CheckInPersonSheet({ paradeId, row, isCancelled, onClose }: PersonSheetProps) {
  const [question, setQuestion] = useState<TakingBack | null>(null)
  const { submit, isPending, failure } = useRowAction(paradeId, row.id)
  const afterAMoment = useDeafMoment(
    `${question} ${row.participationFeePayed} ${row.cashReturnedAt}`,
  )
  const back = () => setQuestion(null)
  const name = spokenName(row.memberName)
  return (
    <Dialog
      open
      onOpenChange={question ? back : onClose}
      busy={isPending}
      role={question ? 'alertdialog' : 'dialog'}
      variant="sheet"
      size="street"
      title={question ? questions[question].title : name}
      footer={
        question ? (
          <AskFoot
            busy={isPending}
            onCancel={back}
            onConfirm={afterAMoment(() => void submit(question).then(back))}
          />
        ) : (
          <Button
            variant="strong"
            size="street"
            disabled={isPending}
            onClick={onClose}
            className="col-span-full"
          >
            Schließen
          </Button>
        )
      }
    >
      {failure && !question && <Failure failure={failure} detail={detailOf(failure)} />}
      {question ? (
        <p>{`${name} ${questions[question].whatThen}`}</p>
      ) : (
        <PersonFacts
          row={row}
          isCancelled={isCancelled}
          busy={isPending}
          onNote={(action) => afterAMoment(() => void submit(action))()}
          onTakeBack={(action) => afterAMoment(() => setQuestion(action))()}
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
