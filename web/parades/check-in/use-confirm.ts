import { useState } from 'react'
import { confirmParticipation, noteConfirmed } from '#web/data/parades-check-in.ts'
import { refreshParade, refreshParticipants } from '#web/data/parades-participants.ts'
import type { Failure } from '#web/lib/result.ts'

/** What a row is doing: its confirmation is on the way, or has failed. */
export type Sending = 'sending' | Failure

/** Confirmations run side by side: nobody waits for the last one before the next. */
export function useCheckInConfirm(paradeId: number) {
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
    // The tick takes the button's place in one step.
    if (result.ok) await noteConfirmed(paradeId, result.data)
    note(id, result.ok ? null : result.failure)
    if (result.ok) navigator.vibrate?.(20)
    // The server knows the row differently than the list shows it.
    else if (result.failure.type === 'ApiError') refreshParticipants(paradeId)
    if (!result.ok && result.failure.error?.code === 'ParadeCancelled') refreshParade(paradeId)
  }

  return { sendings, confirm }
}
