import type { UndoAction } from '#web/lib/undo.ts'
import type { Participation } from '#worker/parades/parades.contract.ts'
import { ChangeCostumeDialog } from './change-costume-dialog.tsx'
import { ChangeMatchDialog } from './change-match-dialog.tsx'
import type { ParticipantAction } from './participant-menu.tsx'
import { DeleteQuestion, UnconfirmQuestion, UnpayQuestion } from './participant-questions.tsx'

/** What the management is about to do to a participation, and is to say more of. */
export type BegunAction = { kind: Exclude<ParticipantAction, 'pay'>; row: Participation }

type ParticipantActionsProps = {
  paradeId: number
  begun: BegunAction
  onClose: () => void
  onDone: (words: string, wayBack: UndoAction | null) => void
}

export function ParticipantActions({ begun, onDone, ...dialog }: ParticipantActionsProps) {
  const { kind, row } = begun
  if (kind === 'match') return <ChangeMatchDialog {...dialog} row={row} onDone={onDone} />
  const props = { ...dialog, row, onDone: (wayBack: UndoAction | null) => onDone(done[kind], wayBack) }
  if (kind === 'costume') return <ChangeCostumeDialog {...props} />
  if (kind === 'unpay') return <UnpayQuestion {...props} />
  if (kind === 'delete') return <DeleteQuestion {...props} />
  return <UnconfirmQuestion {...props} />
}

const done: Record<Exclude<BegunAction['kind'], 'match'>, string> = {
  costume: 'Kleid geändert',
  unpay: 'Bezahlung zurückgenommen',
  unconfirm: 'Bestätigung zurückgenommen',
  delete: 'Teilnahme gestrichen',
}
