import { useState } from 'react'
import type { Failure } from '#web/lib/result.ts'
import { confirmParticipation } from './check-in.api.ts'
import type { Participant } from './list.ts'

/** What a row is doing: its confirmation is on the way, or has failed. */
export type Sending = 'sending' | Failure

type CheckInConfirmOptions = {
  paradeId: number
  onConfirmed: (id: number, fields: Partial<Participant>) => void
  onRefused: () => void
}

/** Confirmations run side by side: nobody waits for the last one before the next. */
export function useCheckInConfirm({ paradeId, onConfirmed, onRefused }: CheckInConfirmOptions) {
  const [sendings, setSendings] = useState<ReadonlyMap<number, Sending>>(new Map())

  const note = (id: number, sending: Sending | null) =>
    setSendings((last) => {
      const next = new Map(last)
      if (sending) next.set(id, sending)
      else next.delete(id)
      return next
    })

  async function confirm(id: number) {
    note(id, 'sending')
    const result = await confirmParticipation(paradeId, id)
    note(id, result.ok ? null : result.failure)
    if (result.ok) {
      navigator.vibrate?.(20)
      const { participationConfirmed, participationConfirmedAt } = result.data
      onConfirmed(id, { participationConfirmed, participationConfirmedAt })
    } else if (result.failure.type === 'ApiError') {
      // The server knows the row differently than the list shows it.
      onRefused()
    }
  }

  return { sendings, confirm }
}
