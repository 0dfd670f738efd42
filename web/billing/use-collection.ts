import { useState } from 'react'
import { loadFile, makeRun } from '#web/data/billing.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { toast } from '#web/ui/toast.tsx'
import type { SepaRun } from '#worker/billing/billing.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { FeeSum } from '#worker/domain/fee-figures.ts'
import { useRefetchOnConflict } from './use-refetch-on-conflict.ts'

/** The due date, sum and returned debits that the user has seen and confirms. */
export type CollectionOrder = {
  dueDate: Day | null
  /** Ids of claims that an earlier file collected and that are included again. */
  includeReturned: readonly number[]
  expected: FeeSum
  /** While the year is open: whether the user has confirmed that the file closes it. */
  confirmClosing: boolean
}

type CollectionOf = {
  year: number
  /** The newest run that the page has loaded. */
  newestRun: number | null
  /** Called once a run is stored; the selection then resets. */
  onMade: () => void
}

/**
 * Stores a run and downloads its file. When the server knows a newer run than the one shown, the
 * user has to confirm a second file.
 */
export function useCollection({ year, newestRun, onMade }: CollectionOf) {
  const [earlier, setEarlier] = useState<SepaRun | null>(null)
  // A stored run whose file has not arrived: the next try downloads that file instead of making
  // another run.
  const [waiting, setWaiting] = useState<{ id: number; dueDate: Day | null } | null>(null)
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
    /** The newest run of the year, while the user is asked about a second file. */
    earlier,
    isWaiting: waiting !== null,
    /** Whether the next click with this order downloads the stored run. */
    waitsFor,
    start: (order: CollectionOrder) => make(order, newestRun),
    confirm: (order: CollectionOrder) => make(order, earlier?.id ?? null),
    cancel: () => setEarlier(null),
    isPending: run.isPending || file.isPending,
    failure: run.failure ?? file.failure,
  }
}
