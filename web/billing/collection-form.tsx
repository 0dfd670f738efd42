import { Download } from 'lucide-react'
import { useState } from 'react'
import { failureDetail } from '#web/lib/failure-detail.ts'
import { hasRole, useUser } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import type { MembershipFees } from '#worker/billing/billing.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { defaultDueDate } from '#worker/domain/sepa-due-date.ts'
import { fileNotMade } from './billing.api.ts'
import { DueDate } from './due-date.tsx'
import { FileRefusal } from './file-refusal.tsx'
import { debitsInWords } from './run-words.ts'
import { SecondFileDialog } from './second-file-dialog.tsx'
import { useCollection } from './use-collection.ts'

type CollectionFormProps = {
  fees: MembershipFees
  leadDays: number
  today: Day
  onMade: () => void
}

export function CollectionForm({ fees, leadDays, today, onMade }: CollectionFormProps) {
  const { year, collectibleCount: count, collectibleInCent } = fees
  const proposed = defaultDueDate(today, leadDays)
  const [dueDate, setDueDate] = useState<Day | null>(proposed)
  const [isInvalid, setInvalid] = useState(false)
  const mayMake = hasRole(useUser(), 'management')
  const { earlier, failure, ...collection } = useCollection({ year, dueDate, mayMake, onMade })
  const detail = failure ? failureDetail(failure, fileNotMade) : undefined
  return (
    <div className="grid gap-5">
      {failure && !earlier && <FileRefusal failure={failure} detail={detail} />}
      <DueDate
        value={dueDate}
        proposed={proposed}
        today={today}
        onChange={setDueDate}
        isInvalid={isInvalid}
        onInvalid={setInvalid}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-md:grid">
        <Button
          variant="primary"
          busy={collection.isBusy}
          disabled={isInvalid}
          onClick={collection.start}
        >
          <Download />
          SEPA-Datei herunterladen
        </Button>
        <p className="text-muted-foreground tabular-nums">
          {count} {debitsInWords(count)}, {germanEuro(collectibleInCent)}
        </p>
      </div>
      {!mayMake && (
        <p className="text-muted-foreground">
          Nur zur Ansicht: Die Datei für die Bank erzeugt die Verwaltung.
        </p>
      )}
      {earlier && (
        <SecondFileDialog {...collection} earlier={earlier} failure={failure} detail={detail} />
      )}
    </div>
  )
}
