import type { Result } from '#web/lib/result.ts'
import { useAct } from '#web/lib/use-act.ts'
import { setPaid, unconfirm } from '#web/parades/participations.api.ts'
import type { Participant } from './list.ts'

export type RowActOptions = {
  paradeId: number
  onChanged: (id: number, fields: Partial<Participant>) => void
  onRefused: () => void
}

/** What takes something back, and asks first. */
export type TakingBack = 'unpay' | 'unconfirm'
type RowAct = 'pay' | TakingBack

/** What can be done to a row beside confirming it: the sheet stays open until it is done. */
export function useRowAct(row: Participant, { paradeId, onChanged, onRefused }: RowActOptions) {
  return useAct(
    async (act: RowAct) => {
      const result = await send(act, paradeId, row.id)
      if (result.ok) onChanged(row.id, fieldsOf(act, result.data))
      // The server knows the row differently than the list shows it.
      else if (result.failure.type === 'ApiError') onRefused()
      return result
    },
    () => navigator.vibrate?.(20),
  )
}

function send(act: RowAct, paradeId: number, id: number): Promise<Result<Participant>> {
  return act === 'unconfirm' ? unconfirm(paradeId, id) : setPaid(id, act === 'pay')
}

function fieldsOf(act: RowAct, row: Participant): Partial<Participant> {
  const { participationFeePayed, participationConfirmed, participationConfirmedAt } = row
  return act === 'unconfirm'
    ? { participationConfirmed, participationConfirmedAt }
    : { participationFeePayed }
}
