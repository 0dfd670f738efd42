import { useMutation } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useToast } from '#web/components/toast.tsx'
import { setPaid } from '#web/data/parades-participants.ts'
import { CallFailure } from '#web/lib/call-failure.ts'
import type { UndoAction } from '#web/lib/undo.ts'
import type { Participation } from '#worker/parades/parades.contract.ts'
import type { BegunAction } from './participant-actions.tsx'
import type { ParticipantAction } from './participant-menu.tsx'

export type NotPaid = { row: Participation; failure: CallFailure }

/** What the rows' menus set going: a payment is noted at once, everything else in a dialog. */
export function useParticipantActions(paradeId: number) {
  const [begun, setBegun] = useState<BegunAction | null>(null)
  const [notPaid, setNotPaid] = useState<NotPaid | null>(null)
  const toast = useToast()
  // Not `useSubmit`: payments of several people are noted side by side.
  const { mutateAsync } = useMutation(setPaid(paradeId))

  const pay = useCallback(
    async (row: Participation) => {
      setNotPaid(null)
      try {
        await mutateAsync({ id: row.id, paid: true })
        toast('Als bezahlt markiert', unpaying(paradeId, row.id))
      } catch (failure) {
        if (failure instanceof CallFailure) setNotPaid({ row, failure })
      }
    },
    [mutateAsync, toast, paradeId],
  )
  const begin = useCallback(
    (row: Participation, action: ParticipantAction) => {
      if (action === 'pay') void pay(row)
      else setBegun({ kind: action, row })
    },
    [pay],
  )
  return {
    begun,
    notPaid,
    begin,
    done: (words: string, wayBack: UndoAction | null = null) => {
      setBegun(null)
      toast(words, wayBack)
    },
    close: () => setBegun(null),
  }
}

/** A payment has a way back of its own. */
function unpaying(paradeId: number, id: number): UndoAction {
  const { mutationFn, meta } = setPaid(paradeId)
  return {
    takeBack: { mutationFn: () => mutationFn({ id, paid: false }), meta },
    done: 'Bezahlung zurückgenommen',
  }
}
