import { deleteParticipation, setPaid, unconfirm } from '#web/data/parades-participants.ts'
import { spokenName } from '#web/parades/participants.ts'
import type { Participation } from '#worker/parades/parades.contract.ts'
import { ActionQuestion } from './action-question.tsx'

type QuestionProps = {
  paradeId: number
  row: Participation
  onClose: () => void
  onDone: () => void
}

export function UnpayQuestion({ paradeId, row, ...on }: QuestionProps) {
  return (
    <ActionQuestion
      {...on}
      title="Bezahlung zurücknehmen?"
      mutation={setPaid(paradeId)}
      variables={{ id: row.id, paid: false }}
    >
      {`${spokenName(row.memberName)} steht dann als „Nicht bezahlt“ in der Liste. Geld wird dadurch nicht erstattet.`}
    </ActionQuestion>
  )
}

export function UnconfirmQuestion({ paradeId, row, ...on }: QuestionProps) {
  return (
    <ActionQuestion
      {...on}
      title="Bestätigung zurücknehmen?"
      mutation={unconfirm(paradeId)}
      variables={row.id}
    >
      {`${spokenName(row.memberName)} ist dann angemeldet, aber nicht bestätigt.`}
    </ActionQuestion>
  )
}

export function DeleteQuestion({ paradeId, row, ...on }: QuestionProps) {
  const name = spokenName(row.memberName)
  return (
    <ActionQuestion
      {...on}
      title="Teilnahme löschen?"
      tone="destructive"
      mutation={deleteParticipation(paradeId)}
      variables={row.id}
    >
      {row.participationFeePayed
        ? `${name} hat die Teilnahmegebühr bezahlt. Die Teilnahme verschwindet aus der Liste und bleibt als storniert aufbewahrt. Das Geld geht dadurch nicht zurück: Online Bezahltes erstattest Du danach unter „Zahlungen“, Bargeld gibst Du selbst zurück.`
        : `Die Teilnahme von ${name} wird gelöscht. Das lässt sich nicht rückgängig machen.`}
    </ActionQuestion>
  )
}
