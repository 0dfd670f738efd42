import { useState } from 'react'
import { saveFile } from '#web/lib/save-file.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useToast } from '#web/ui/toast.tsx'
import type { SepaRun } from '#worker/billing/billing.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import { loadRuns, makeFile } from './billing.api.ts'

type CollectionOf = { year: number; dueDate: Day | null; onMade: () => void }

/**
 * Makes the file and saves it. The log is read afresh before: for a year that has a file already,
 * made by whomever, somebody has to say yes.
 */
export function useCollection({ year, dueDate, onMade }: CollectionOf) {
  const [earlier, setEarlier] = useState<SepaRun | null>(null)
  const toast = useToast()
  const file = useAct(makeFile, (made) => {
    // Spec §9: the file's name.
    saveFile(made, `Mitgliedsbeiträge_${year}.xml`)
    toast('SEPA-Datei heruntergeladen')
    setEarlier(null)
    onMade()
  })
  const make = () => file.run(year, dueDate)
  const look = useAct(loadRuns, ([newest]) => {
    if (newest) setEarlier(newest)
    else void make()
  })
  return {
    /** The newest file of the year, while somebody is asked. */
    earlier,
    start: () => void look.run(year),
    confirm: () => void make(),
    cancel: () => setEarlier(null),
    isBusy: look.isBusy || file.isBusy,
    failure: look.failure ?? file.failure,
  }
}
