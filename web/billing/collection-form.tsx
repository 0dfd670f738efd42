import { Download } from 'lucide-react'
import { useState } from 'react'
import { hasRole, useUser } from '#web/lib/session.ts'
import { type TypedDay, unreadable } from '#web/lib/typed.ts'
import { Button } from '#web/ui/button.tsx'
import type { MembershipFees } from '#worker/billing/billing.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { defaultDueDate } from '#worker/domain/sepa-due-date.ts'
import { DueDate } from './due-date.tsx'
import { FileRefusal } from './file-refusal.tsx'
import { debitsInWords } from './run-words.ts'
import { SecondFileDialog } from './second-file-dialog.tsx'
import { useCollection } from './use-collection.ts'

type CollectionFormProps = { fees: MembershipFees; leadDays: number; today: Day }

export function CollectionForm({ fees, leadDays, today }: CollectionFormProps) {
  const { year, collectibleCount: count, collectibleInCent } = fees
  const proposed = defaultDueDate(today, leadDays)
  const [typed, setTyped] = useState<TypedDay>(proposed)
  const dueDate = typed === unreadable ? null : typed
  const mayMake = hasRole(useUser(), 'management')
  const { earlier, failure, ...collection } = useCollection({ year, dueDate, mayMake })
  return (
    <div className="grid gap-5">
      {failure && !earlier && <FileRefusal failure={failure} />}
      <DueDate value={typed} proposed={proposed} today={today} onChange={setTyped} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-md:grid">
        <Button
          variant="primary"
          busy={collection.isPending}
          disabled={typed === unreadable}
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
      {earlier && <SecondFileDialog {...collection} earlier={earlier} failure={failure} />}
    </div>
  )
}
