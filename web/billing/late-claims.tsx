import { useState } from 'react'
import { addClaims } from '#web/data/billing.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { listName } from '#worker/domain/names.ts'
import { feesInWords } from './fee-text.ts'
import { TickedDialog } from './ticked-dialog.tsx'
import { useTicked } from './ticked-list.tsx'
import { useAnewWhenChanged } from './use-anew.ts'
import type { ShownFeeYear } from './use-fee-year.ts'

/** Who came, or left, after the year was closed owes nothing until somebody says so. */
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
          {length} noch nicht festgeschrieben: {length === 1 ? 'Dieses Mitglied kam' : 'Sie kamen'}{' '}
          erst später dazu, oder {length === 1 ? 'trat' : 'traten'} in diesem Jahr aus.
        </p>
      </Alert>
      {isOpen && <LateDialog year={year} onClose={() => setOpen(false)} />}
    </>
  )
}

function LateDialog({ year, onClose }: { year: ShownFeeYear; onClose: () => void }) {
  const ticks = useTicked([])
  const toast = useToast()
  const { submit, isPending, failure } = useSubmit(addClaims, ({ length }) => {
    toast(`${feesInWords(length)} festgeschrieben`)
    onClose()
  })
  useAnewWhenChanged(failure)
  return (
    <TickedDialog
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
