import { useState } from 'react'
import { detailOf } from '#web/lib/failure-detail.ts'
import { spokenName } from '#web/parades/participants.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { draftOf } from './list.ts'
import type { ShownRow } from './outbox/acts.ts'
import { PersonFacts, type TakingBack } from './person-facts.tsx'
import { useAct } from './use-act.ts'
import { useCashReturned } from './use-cash-returned.ts'
import { useDeafMoment } from './use-deaf-moment.ts'

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
  row: ShownRow
  /** The parade is called off. */
  isCancelled: boolean
  /** Cash is noted here. */
  takesCash: boolean
  onClose: () => void
}

/** One person, and everything that can be done beside confirming. */
export function CheckInPersonSheet({
  paradeId,
  row,
  isCancelled,
  takesCash,
  onClose,
}: PersonSheetProps) {
  const [question, setQuestion] = useState<TakingBack | null>(null)
  const { act, ...own } = useAct()
  const cash = useCashReturned(row)
  const isPending = own.isPending || cash.isPending
  const failure = own.failure ?? cash.failure
  const afterAMoment = useDeafMoment(`${question} ${row.paid} ${cash.row.cash?.returnedAt}`)
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
            onConfirm={afterAMoment(() => void act(draftOf(paradeId, row, question)).then(back))}
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
          row={cash.row}
          isCancelled={isCancelled}
          busy={isPending}
          onPay={takesCash ? afterAMoment(() => void act(draftOf(paradeId, row, 'pay'))) : null}
          onReturn={(returned) => afterAMoment(() => void cash.note(returned))()}
          onTakeBack={(kind) => afterAMoment(() => setQuestion(kind))()}
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
