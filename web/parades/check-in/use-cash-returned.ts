import { useState } from 'react'
import { noteCashReturned } from '#web/data/parades-check-in.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import type { ShownRow } from './outbox/acts.ts'
import { outbox } from './outbox/use-outbox.ts'

/**
 * The cash of a parade that is called off goes back when there is time for it: no act of the outbox. What
 * was answered is shown until the list says it too.
 */
export function useCashReturned(row: ShownRow) {
  const [answered, setAnswered] = useState<{ before: ShownRow; now: ShownRow } | null>(null)
  const { submit, isPending, failure } = useSubmit(noteCashReturned(row.id), (answer) => {
    const { participationFeePayed: paid, cashReturnedAt: returnedAt } = answer
    const cash = { mine: row.cash?.mine ?? false, returnedAt }
    setAnswered({ before: row, now: { ...row, paid, cash } })
    navigator.vibrate?.(20)
    outbox.retryNow()
  })
  return {
    row: answered?.before === row ? answered.now : row,
    note: submit,
    isPending,
    failure,
  }
}
