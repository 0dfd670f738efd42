import { useState } from 'react'
import { Failure } from '#web/components/failure.tsx'
import { noteCashReturned } from '#web/data/parades-check-in.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { spokenName } from '#web/parades/participant-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ConfirmQuestion } from './confirm-sheet.tsx'
import { actsWithConfirmation, draftOf, noOptions } from './list.ts'
import type { ShownRow } from './outbox/acts.ts'
import { outbox } from './outbox/use-outbox.ts'
import { PersonFacts, type UndoKind } from './person-facts.tsx'
import { useAct, useDoubleTapGuard } from './use-act.ts'

type Question = UndoKind | 'confirm'

const titles: Record<Question, string> = {
  confirm: 'Teilnahme bestätigen?',
  unpay: 'Bezahlung zurücknehmen?',
  unconfirm: 'Bestätigung zurücknehmen?',
}

const undoConsequences: Record<UndoKind, string> = {
  unpay: 'steht dann als „Nicht bezahlt“ in der Liste.',
  unconfirm: 'ist dann angemeldet, aber nicht bestätigt.',
}

type PersonSheetProps = {
  paradeId: number
  row: ShownRow
  /** The other unconfirmed people of the same order. */
  family: readonly ShownRow[]
  /** Whether the parade is cancelled. */
  isCancelled: boolean
  /** Whether the guild records cash payments. */
  takesCash: boolean
  /** Whether the sheet opens with the question whether to undo the confirmation. */
  asksBack: boolean
  onClose: () => void
}

/** One participant with all actions. */
export function CheckInPersonSheet({
  paradeId,
  row,
  family,
  isCancelled,
  takesCash,
  asksBack,
  onClose,
}: PersonSheetProps) {
  const [question, setQuestion] = useState<Question | null>(asksBack ? 'unconfirm' : null)
  const [choice, setChoice] = useState(noOptions)
  const { act, ...own } = useAct()
  const cash = useCashReturned(row)
  const isPending = own.isPending || cash.isPending
  const failure = own.failure ?? cash.failure
  const afterAMoment = useDoubleTapGuard(`${question} ${row.paid} ${cash.row.cash?.returnedAt}`)
  const back = () => {
    if (asksBack) onClose()
    setQuestion(null)
    setChoice(noOptions)
  }
  const answer = async (asked: Question) => {
    const draft = draftOf(paradeId, row, asked)
    const also =
      asked === 'confirm' ? actsWithConfirmation(paradeId, row, family, choice) : undefined
    const isKept = await act(draft, undefined, also)
    back()
    if (isKept && asked === 'confirm') onClose()
  }
  const name = spokenName(row.memberName)
  const mayConfirm = !row.confirmed && !isCancelled
  return (
    <Dialog
      open
      onOpenChange={question ? back : onClose}
      busy={isPending}
      role={question ? 'alertdialog' : 'dialog'}
      variant="sheet"
      size="street"
      title={question ? titles[question] : name}
      footer={
        question ? (
          <AskFoot
            busy={isPending}
            onCancel={back}
            onConfirm={afterAMoment(() => void answer(question))}
          />
        ) : (
          <>
            <Button
              variant="strong"
              size="street"
              disabled={isPending}
              onClick={onClose}
              className={mayConfirm ? undefined : 'col-span-full'}
            >
              Schließen
            </Button>
            {mayConfirm && (
              <Button
                variant="secondary"
                size="street"
                disabled={isPending}
                onClick={afterAMoment(() => setQuestion('confirm'))}
              >
                Bestätigen
              </Button>
            )}
          </>
        )
      }
    >
      {failure && !question && <Failure failure={failure} detail={detailOf(failure)} />}
      {question === 'confirm' && (
        <ConfirmQuestion
          row={row}
          family={family}
          takesCash={takesCash}
          choice={choice}
          onChoice={setChoice}
        />
      )}
      {question && question !== 'confirm' && <p>{`${name} ${undoConsequences[question]}`}</p>}
      {!question && (
        <PersonFacts
          row={cash.row}
          isCancelled={isCancelled}
          busy={isPending}
          takesCash={takesCash}
          onPay={afterAMoment(() => void act(draftOf(paradeId, row, 'pay')))}
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

/**
 * Records that the cash of a cancelled parade was given back: a request, not an act of the outbox.
 * The answer's values are shown until the list contains them.
 */
function useCashReturned(row: ShownRow) {
  const [answered, setAnswered] = useState<{ before: ShownRow; now: ShownRow } | null>(null)
  const { submit, isPending, failure } = useSubmit(noteCashReturned(row.id), (answer) => {
    const { participationFeePayed: paid, cashReturnedAt: returnedAt } = answer
    const cash = { mine: row.cash?.mine ?? false, returnedAt }
    setAnswered({ before: row, now: { ...row, paid, cash } })
    navigator.vibrate?.(20)
    outbox.retryNow()
  })
  return {
    row: answered?.before === row ? answered.now : row,
    note: submit,
    isPending,
    failure,
  }
}
