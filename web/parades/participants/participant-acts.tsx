import type { Participation } from '#worker/parades/parades.contract.ts'
import { ChangeCostumeDialog } from './change-costume-dialog.tsx'
import { DeleteQuestion, UnconfirmQuestion, UnpayQuestion } from './participant-questions.tsx'

/** What the management is about to do to a participation, and has to be asked about. */
export type AskedAct = { kind: 'costume' | 'unpay' | 'unconfirm' | 'delete'; row: Participation }

type ParticipantActsProps = {
  paradeId: number
  asked: AskedAct
  onClose: () => void
  onChanged: (row: Participation, words: string) => void
  onDeleted: (row: Participation) => void
}

export function ParticipantActs({ asked, paradeId, onChanged, ...on }: ParticipantActsProps) {
  const { kind, row } = asked
  const changedTo = (words: string) => (changed: Participation) => onChanged(changed, words)
  if (kind === 'costume') {
    return <ChangeCostumeDialog row={row} {...on} onChanged={changedTo('Kleid geändert')} />
  }
  if (kind === 'unpay') {
    return <UnpayQuestion row={row} {...on} onChanged={changedTo('Bezahlung zurückgenommen')} />
  }
  if (kind === 'delete') return <DeleteQuestion row={row} {...on} />
  return (
    <UnconfirmQuestion
      row={row}
      paradeId={paradeId}
      {...on}
      onChanged={changedTo('Bestätigung zurückgenommen')}
    />
  )
}
