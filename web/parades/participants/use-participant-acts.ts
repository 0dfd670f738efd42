import { useCallback, useState } from 'react'
import type { Failure } from '#web/lib/result.ts'
import { setPaid } from '#web/parades/participations.api.ts'
import { useToast } from '#web/ui/toast.tsx'
import type { Participation } from '#worker/parades/parades.contract.ts'
import type { AskedAct } from './participant-acts.tsx'
import type { ParticipantAct } from './participant-menu.tsx'
import type { Participants } from './use-participants.ts'

export type NotPaid = { row: Participation; failure: Failure }

/** What the rows' menus set going: a payment is noted at once, everything else is asked about. */
export function useParticipantActs({ put, remove }: Participants) {
  const [asked, setAsked] = useState<AskedAct | null>(null)
  const [notPaid, setNotPaid] = useState<NotPaid | null>(null)
  const toast = useToast()

  const changed = useCallback(
    (row: Participation, words: string) => {
      setAsked(null)
      put(row)
      toast(words)
    },
    [put, toast],
  )
  const pay = useCallback(
    async (row: Participation) => {
      setNotPaid(null)
      const result = await setPaid(row.id, true)
      if (result.ok) changed(result.data, 'Als bezahlt markiert')
      else setNotPaid({ row, failure: result.failure })
    },
    [changed],
  )
  const begin = useCallback(
    (row: Participation, act: ParticipantAct) => {
      if (act === 'pay') void pay(row)
      else setAsked({ kind: act, row })
    },
    [pay],
  )
  return {
    asked,
    notPaid,
    begin,
    changed,
    deleted: (row: Participation) => {
      setAsked(null)
      remove(row)
      toast('Teilnahme gelöscht')
    },
    close: () => setAsked(null),
  }
}
