import { useState } from 'react'
import { loadFile, makeRun } from '#web/data/billing.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { useToast } from '#web/ui/toast.tsx'
import type { SepaRun } from '#worker/billing/billing.contract.ts'
import type { Day } from '#worker/domain/dates.ts'

type CollectionOf = {
  year: number
  dueDate: Day | null
  /** Who may not only looks at what a file would hold. */
  mayMake: boolean
}

/**
 * Notes a run and saves its file. The server knows whether the year has a run already, made by
 * whomever; then somebody has to say yes.
 */
export function useCollection({ year, dueDate, mayMake }: CollectionOf) {
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
  const run = useSubmit(makeRun(year), (answer) => {
    if ('earlier' in answer) return setEarlier(answer.earlier)
    const { id } = answer.made
    setWaiting({ id, dueDate })
    void file.submit({ run: id })
  })
  const make = (after: number | null) => {
    if (waiting?.dueDate === dueDate) void file.submit({ run: waiting.id })
    else void run.submit({ dueDate, after })
  }
  return {
    /** The newest run of the year, while somebody is asked. */
    earlier,
    start: () => (mayMake ? make(null) : void file.submit({ dueDate })),
    confirm: () => make(earlier?.id ?? null),
    cancel: () => setEarlier(null),
    isPending: run.isPending || file.isPending,
    failure: run.failure ?? file.failure,
  }
}
