import { useState } from 'react'
import { addClaims } from '#web/data/billing.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { fullName, listName } from '#worker/domain/names.ts'
import { feesInWords } from './fee-text.ts'
import { SelectionDialog, useSelectedIds } from './ticked-dialog.tsx'
import type { ShownFeeYear } from './use-fees-of-year.ts'
import { useRefetchOnConflict } from './use-refetch-on-conflict.ts'

/** Adds claims of members who joined or left after the year was closed; until then they owe nothing. */
export function LateClaims({ year, mayBook }: { year: ShownFeeYear; mayBook: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const { length } = year.unclosed
  if (!year.closed || length === 0) return null
  return (
    <>
      <Alert
        tone="warn"
        className="print:hidden"
        action={
          mayBook && (
            <Button size="sm" onClick={() => setOpen(true)}>
              Auswählen
            </Button>
          )
        }
      >
        <p>
          Für {length === 1 ? '1 Mitglied' : `${length} Mitglieder`} ist {year.year} noch kein
          Beitrag festgeschrieben: {namesInWords(year.unclosed)}.{' '}
          {length === 1
            ? 'Es kam später dazu oder trat in dem Jahr aus und steht'
            : 'Sie kamen später dazu oder traten in dem Jahr aus und stehen'}{' '}
          weder in den Summen noch in der Liste.
        </p>
      </Alert>
      {isOpen && <LateDialog year={year} onClose={() => setOpen(false)} />}
    </>
  )
}

/** "Ida Neu, Udo Weg und 3 weitere" */
function namesInWords(people: ShownFeeYear['unclosed']): string {
  const named = people.length > mostNamed ? people.slice(0, mostNamed - 1) : people
  const more = people.length - named.length
  return `${named.map(fullName).join(', ')}${more > 0 ? ` und ${more} weitere` : ''}`
}

const mostNamed = 8

function LateDialog({ year, onClose }: { year: ShownFeeYear; onClose: () => void }) {
  const ticks = useSelectedIds([])
  const { submit, isPending, failure } = useSubmit(addClaims, ({ length }) => {
    toast(`${feesInWords(length)} festgeschrieben`)
    onClose()
  })
  useRefetchOnConflict(failure)
  return (
    <SelectionDialog
      title={`Noch für ${year.year} festschreiben`}
      description="Wähle, wer den Beitrag des Jahres zahlt. Es ist immer der ganze Beitrag."
      confirmLabel="Festschreiben"
      {...ticks}
      rows={year.unclosed.map((member) => ({ id: member.id, words: listName(member) }))}
      isNone={ticks.ticked.size === 0}
      busy={isPending}
      failure={failure}
      onConfirm={() => void submit({ year: year.year, memberIds: [...ticks.ticked] })}
      onClose={onClose}
    />
  )
}
