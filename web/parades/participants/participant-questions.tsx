import { spokenName } from '#web/parades/participants.ts'
import {
  deleteParticipation,
  notChanged,
  notDeleted,
  setPaid,
  unconfirm,
} from '#web/parades/participations.api.ts'
import type { Participation } from '#worker/parades/parades.contract.ts'
import { ActQuestion } from './act-question.tsx'

type QuestionProps = { row: Participation; onClose: () => void }
type ChangeProps = QuestionProps & { onChanged: (row: Participation) => void }

export function UnpayQuestion({ row, onClose, onChanged }: ChangeProps) {
  return (
    <ActQuestion
      title="Bezahlung zurücknehmen?"
      act={() => setPaid(row.id, false)}
      failed={notChanged}
      onClose={onClose}
      onDone={onChanged}
    >
      {`${spokenName(row.memberName)} steht dann als „Nicht bezahlt“ in der Liste. Geld wird dadurch nicht erstattet.`}
    </ActQuestion>
  )
}

export function UnconfirmQuestion({
  row,
  paradeId,
  onClose,
  onChanged,
}: ChangeProps & { paradeId: number }) {
  return (
    <ActQuestion
      title="Bestätigung zurücknehmen?"
      act={() => unconfirm(paradeId, row.id)}
      failed={notChanged}
      onClose={onClose}
      onDone={onChanged}
    >
      {`${spokenName(row.memberName)} ist dann angemeldet, aber nicht bestätigt.`}
    </ActQuestion>
  )
}

export function DeleteQuestion({
  row,
  onClose,
  onDeleted,
}: QuestionProps & { onDeleted: (row: Participation) => void }) {
  const name = spokenName(row.memberName)
  return (
    <ActQuestion
      title="Teilnahme löschen?"
      tone="destructive"
      act={() => deleteParticipation(row.id)}
      failed={notDeleted}
      onClose={onClose}
      onDone={() => onDeleted(row)}
    >
      {row.participationFeePayed
        ? `${name} hat die Teilnahmegebühr bezahlt. Die Teilnahme verschwindet aus der Liste und bleibt als storniert aufbewahrt. Das Geld geht dadurch nicht zurück: Online Bezahltes erstattest Du danach unter „Zahlungen“, Bargeld gibst Du selbst zurück.`
        : `Die Teilnahme von ${name} wird gelöscht. Das lässt sich nicht rückgängig machen.`}
    </ActQuestion>
  )
}
