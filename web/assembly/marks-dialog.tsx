import { useState } from 'react'
import { FormDate, FormTextarea } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { changeAssemblyRows } from '#web/data/assembly.ts'
import { useHonorLabels } from '#web/data/guild.ts'
import { optionalDay, readFields, type TypedDay, unreadable } from '#web/lib/typed.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { toast } from '#web/ui/toast.tsx'
import type { AssemblyRow } from '#worker/assembly/assembly.contract.ts'
import { berlinDay, type Day } from '#worker/domain/dates.ts'
import { nameWithHonor, rowKeyOf } from './assembly-rows.ts'

type Draft = {
  invitedOn: TypedDay
  orderedOn: TypedDay
  handedOverOn: TypedDay
  note: string
}

type MarksDialogProps = { row: AssemblyRow; date: Day; onClose: () => void }

/** The marks of an honor: days of invitation, order and handing over, and a note. */
export function MarksDialog({ row, date, onClose }: MarksDialogProps) {
  const labels = useHonorLabels()
  const [today] = useState(() => berlinDay(new Date()))
  const { invitedOn, orderedOn, handedOverOn, note } = row
  const submitting = useSubmitForm({
    initial: { invitedOn, orderedOn, handedOverOn, note },
    read(draft: Draft) {
      const typed = readFields(draft, {
        invitedOn: optionalDay,
        orderedOn: optionalDay,
        handedOverOn: optionalDay,
      })
      if ('problems' in typed) return typed
      return { body: { rows: [rowKeyOf(row)], set: changedMarks(typed.body, row) } }
    },
    placeOf: (place) => place.replace(/^set\./, ''),
    mutation: changeAssemblyRows(date),
    onSuccess: (_saved, _body, undoAction) => {
      toast('Gespeichert', undoAction)
      onClose()
    },
  })
  const { form } = submitting
  const isUnreadable = form.watch(['invitedOn', 'orderedOn', 'handedOverOn']).includes(unreadable)
  return (
    <SubmitDialog
      title="Notiz und Tage"
      description={nameWithHonor(row, labels)}
      submitting={submitting}
      confirmLabel="Speichern"
      // Saving is disabled while a day is unreadable or nothing was changed.
      blocked={isUnreadable || !form.formState.isDirty}
      onClose={onClose}
    >
      <FormDate<Draft> name="invitedOn" label="Eingeladen am" today={today} />
      <FormDate<Draft> name="orderedOn" label="Bestellt am" today={today} />
      <FormDate<Draft> name="handedOverOn" label="Übergeben am" today={today} />
      <FormTextarea<Draft> name="note" label="Notiz" inputClassName="min-h-16!" />
    </SubmitDialog>
  )
}

type Marks = Pick<AssemblyRow, 'invitedOn' | 'orderedOn' | 'handedOverOn' | 'note'>

/** The marks that the user has changed; the others are not sent, so that a colleague's changes of them stay. */
function changedMarks(typed: Marks, stored: Marks): Partial<Marks> {
  return {
    ...(typed.invitedOn !== stored.invitedOn && { invitedOn: typed.invitedOn }),
    ...(typed.orderedOn !== stored.orderedOn && { orderedOn: typed.orderedOn }),
    ...(typed.handedOverOn !== stored.handedOverOn && { handedOverOn: typed.handedOverOn }),
    ...(typed.note !== stored.note && { note: typed.note }),
  }
}
