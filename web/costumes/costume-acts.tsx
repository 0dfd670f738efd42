import { CalendarOff, Printer } from 'lucide-react'
import { useState } from 'react'
import { FormDate } from '#web/components/form-fields.tsx'
import { PrintedList } from '#web/components/print/printed-list.tsx'
import { isTooMany, Refusals, useLeftOut } from '#web/components/refused-rows.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { useToast } from '#web/components/toast.tsx'
import { deregisterCostumes } from '#web/data/costumes.ts'
import { read, requiredDay, type TypedDay } from '#web/lib/typed.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import type { CostumeRow } from '#worker/costumes/costumes.contract.ts'
import { berlinDay, type Day, germanDate } from '#worker/domain/dates.ts'
import { listName } from '#worker/domain/names.ts'

type CostumeActsProps = {
  costumes: readonly CostumeRow[]
  /** None is ticked any more. */
  clear: () => void
  mayWrite: boolean
}

/** What is done with the costumes that are ticked. */
export function CostumeActs({ costumes, clear, mayWrite }: CostumeActsProps) {
  const [isDeregistering, setDeregistering] = useState(false)
  const [isPrinting, setPrinting] = useState(false)
  return (
    <>
      {mayWrite && (
        <Button variant="ghost" size="sm" onClick={() => setDeregistering(true)}>
          <CalendarOff />
          Abmelden
        </Button>
      )}
      <Button variant="ghost" size="sm" onClick={() => setPrinting(true)}>
        <Printer />
        Liste drucken
      </Button>
      {isPrinting && (
        <PrintedList
          title="Kleider"
          heads={['Kleidertyp', 'Nummer', 'Besitzer', 'Angemeldet seit', 'Abgemeldet am']}
          rows={costumes.map((costume) => ({ id: costume.id, cells: cellsOf(costume) }))}
          foot={countOf(costumes.length)}
          onPrinted={() => setPrinting(false)}
        />
      )}
      {isDeregistering && (
        <DeregisterDialog
          costumes={costumes}
          today={berlinDay(new Date())}
          onClose={() => setDeregistering(false)}
          onDone={clear}
        />
      )}
    </>
  )
}

function cellsOf({ type, number, currentOwner, ...days }: CostumeRow): string[] {
  const dayOf = (day: Day | null) => (day ? germanDate(day) : '')
  const owner = currentOwner ? listName(currentOwner) : ''
  return [type.name, number, owner, dayOf(days.registeredSince), dayOf(days.registeredUntil)]
}

const countOf = (count: number) => (count === 1 ? 'Ein Kleid' : `${count} Kleider`)

type DeregisterDialogProps = {
  costumes: readonly CostumeRow[]
  today: Day
  onClose: () => void
  onDone: () => void
}

type Draft = { registeredUntil: TypedDay }

const noDay = 'Gib an, wann sie abgemeldet werden.'

/** All of them on one day, or none. */
function DeregisterDialog({ costumes, today, onClose, onDone }: DeregisterDialogProps) {
  const toast = useToast()
  const { idsNow, keepTo } = useLeftOut(costumes.map(({ id }) => id))
  const submitting = useSubmitForm({
    initial: { registeredUntil: today },
    read: (draft: Draft) => read(draft, { registeredUntil: requiredDay(noDay) }),
    mutation: deregisterCostumes(idsNow),
    onSuccess: ({ length }, _body, wayBack) => {
      toast(`${countOf(length)} abgemeldet`, wayBack)
      onDone()
    },
  })
  return (
    <SubmitDialog
      title={costumes.length === 1 ? 'Kleid abmelden' : `${costumes.length} Kleider abmelden`}
      description="Ihre Nummern werden frei. Wer ein Kleid hat, behält es."
      submitting={submitting}
      blocked={isTooMany(costumes.length)}
      onClose={onClose}
    >
      <Refusals
        failure={submitting.failure}
        ids={idsNow()}
        pathOf={paths.costume}
        goOn={{
          label: ({ refused }) =>
            refused === 1 ? 'Ohne dieses abmelden' : `Ohne diese ${refused} abmelden`,
          busy: submitting.isPending,
          onPress: (others) => {
            keepTo(others)
            void submitting.submit()
          },
        }}
      />
      <FormDate<Draft> name="registeredUntil" label="Abgemeldet am" required today={today} />
    </SubmitDialog>
  )
}
