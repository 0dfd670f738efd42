import { useState } from 'react'
import { saveFile } from '#web/lib/save-file.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useToast } from '#web/ui/toast.tsx'
import type { SepaRun } from '#worker/billing/billing.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import { loadFile, makeRun } from './billing.api.ts'

type CollectionOf = {
  year: number
  dueDate: Day | null
  /** Who may not only looks at what a file would hold. */
  mayMake: boolean
  onMade: () => void
}

/**
 * Notes a run and saves its file. The server knows whether the year has a run already, made by
 * whomever; then somebody has to say yes.
 */
export function useCollection({ year, dueDate, mayMake, onMade }: CollectionOf) {
  const [earlier, setEarlier] = useState<SepaRun | null>(null)
  // Noted, and its file not here yet: the next try gets this one and notes no other.
  const [waiting, setWaiting] = useState<{ id: number; dueDate: Day | null } | null>(null)
  const toast = useToast()
  const file = useAct(loadFile, (blob) => {
    // Spec §9: the file's name.
    saveFile(blob, `Mitgliedsbeiträge_${year}.xml`)
    toast('SEPA-Datei heruntergeladen')
    setEarlier(null)
    setWaiting(null)
  })
  const run = useAct(makeRun, (answer) => {
    if ('earlier' in answer) return setEarlier(answer.earlier)
    const { id } = answer.made
    setWaiting({ id, dueDate })
    onMade()
    void file.run(year, { run: id })
  })
  const make = (after: number | null) => {
    if (waiting?.dueDate === dueDate) void file.run(year, { run: waiting.id })
    else void run.run({ year, dueDate, after })
  }
  return {
    /** The newest run of the year, while somebody is asked. */
    earlier,
    start: () => (mayMake ? make(null) : void file.run(year, { dueDate })),
    confirm: () => make(earlier?.id ?? null),
    cancel: () => setEarlier(null),
    isBusy: run.isBusy || file.isBusy,
    failure: run.failure ?? file.failure,
  }
}
