import { useState } from 'react'
import { useToast } from '#web/components/toast.tsx'
import { loadFile, makeRun } from '#web/data/billing.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import type { SepaRun } from '#worker/billing/billing.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { FeeSum } from '#worker/domain/fee-figures.ts'
import { useRefetchOnConflict } from './use-refetch-on-conflict.ts'

/** What somebody has seen and wants to be in the file. */
export type CollectionOrder = {
  dueDate: Day | null
  /** What was collected before and comes along once more. */
  includeReturned: readonly number[]
  expected: FeeSum
}

type CollectionOf = {
  year: number
  /** The newest run that the page knows of. */
  newestRun: number | null
  /** Who may not only looks at what a file would hold. */
  mayMake: boolean
  /** A run is noted: what was chosen for it is chosen for no other. */
  onMade: () => void
}

/**
 * Notes a run and saves its file. The server knows whether there is a newer run than the one shown, made
 * by whomever; then somebody has to say yes.
 */
export function useCollection({ year, newestRun, mayMake, onMade }: CollectionOf) {
  const [earlier, setEarlier] = useState<SepaRun | null>(null)
  // Noted, and its file not here yet: the next try gets this one and notes no other.
  const [waiting, setWaiting] = useState<{ id: number; dueDate: Day | null } | null>(null)
  const toast = useToast()
  const file = useSubmit(loadFile(year), (blob) => {
    // Spec §9: the file's name.
    saveFile(blob, `Mitgliedsbeiträge_${year}.xml`)
    toast('SEPA-Datei heruntergeladen')
    setEarlier(null)
    setWaiting(null)
  })
  const run = useSubmit(makeRun(year), (answer, { dueDate }) => {
    if ('earlier' in answer) return setEarlier(answer.earlier)
    const { id } = answer.made
    setWaiting({ id, dueDate })
    onMade()
    void file.submit({ run: id })
  })
  useRefetchOnConflict(run.failure)
  const waitsFor = ({ dueDate, includeReturned }: CollectionOrder) =>
    waiting?.dueDate === dueDate && includeReturned.length === 0
  const make = (order: CollectionOrder, after: number | null) => {
    if (waiting && waitsFor(order)) void file.submit({ run: waiting.id })
    else void run.submit({ ...order, after })
  }
  return {
    /** The newest run of the year, while somebody is asked. */
    earlier,
    isWaiting: waiting !== null,
    /** The next press with this order gets the file that is waited for. */
    waitsFor,
    start: (order: CollectionOrder) => {
      if (mayMake) make(order, newestRun)
      else void file.submit({ dueDate: order.dueDate })
    },
    confirm: (order: CollectionOrder) => make(order, earlier?.id ?? null),
    cancel: () => setEarlier(null),
    isPending: run.isPending || file.isPending,
    failure: run.failure ?? file.failure,
  }
}
