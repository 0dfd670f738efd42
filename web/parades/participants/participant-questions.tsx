import { deleteParticipation, setPaid, unconfirm } from '#web/data/parades-participants.ts'
import type { UndoAction } from '#web/lib/undo.ts'
import { spokenName } from '#web/parades/participants.ts'
import type { Participation } from '#worker/parades/parades.contract.ts'
import { ActionQuestion } from './action-question.tsx'

type QuestionProps = {
  paradeId: number
  row: Participation
  onClose: () => void
  onDone: (wayBack: UndoAction | null) => void
}

export function UnpayQuestion({ paradeId, row, onDone, ...on }: QuestionProps) {
  return (
    <ActionQuestion
      {...on}
      onDone={() => onDone(payingAgain(paradeId, row.id))}
      title="Bezahlung zurücknehmen?"
      mutation={setPaid(paradeId)}
      variables={{ id: row.id, paid: false }}
    >
      {`${spokenName(row.memberName)} steht dann als „Nicht bezahlt“ in der Liste. Geld wird dadurch nicht erstattet.`}
    </ActionQuestion>
  )
}

export function UnconfirmQuestion({ paradeId, row, onDone, ...on }: QuestionProps) {
  return (
    <ActionQuestion
      {...on}
      // Ticked off again it would have another time.
      onDone={() => onDone(null)}
      title="Bestätigung zurücknehmen?"
      mutation={unconfirm(paradeId)}
      variables={row.id}
    >
      {`${spokenName(row.memberName)} ist dann angemeldet, aber nicht bestätigt.`}
    </ActionQuestion>
  )
}

export function DeleteQuestion({ paradeId, row, onDone, ...on }: QuestionProps) {
  const name = spokenName(row.memberName)
  const isOnline = row.participationFeePayed && !row.feePayedByHand
  return (
    <ActionQuestion
      {...on}
      onDone={(wayBack) => onDone(isOnline ? null : wayBack)}
      title="Teilnahme streichen?"
      tone="destructive"
      mutation={deleteParticipation(paradeId)}
      variables={row.id}
    >
      {row.participationFeePayed
        ? `${name} hat die Teilnahmegebühr bezahlt. Die Teilnahme wird gestrichen: Sie verschwindet aus der Liste und bleibt aufbewahrt. Das Geld geht dadurch nicht zurück: Online Bezahltes erstattest Du danach unter „Zahlungen“, Bargeld gibst Du selbst zurück.`
        : `Die Teilnahme von ${name} wird gestrichen. Das lässt sich 30 Tage lang rückgängig machen.`}
    </ActionQuestion>
  )
}

/** A payment has a way back of its own. */
function payingAgain(paradeId: number, id: number): UndoAction {
  const { mutationFn, meta } = setPaid(paradeId)
  return {
    takeBack: { mutationFn: () => mutationFn({ id, paid: true }), meta },
    done: 'Als bezahlt markiert',
  }
}
