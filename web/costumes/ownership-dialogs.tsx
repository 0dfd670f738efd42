import { useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { FormDate } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { removeOwnership, saveOwnership } from '#web/data/costumes.ts'
import { membersQuery } from '#web/data/members.ts'
import { useQueryOnce } from '#web/lib/query.ts'
import {
  optionalDay,
  type ReadResult,
  readFields,
  requiredDay,
  type TypedDay,
} from '#web/lib/typed.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { Radio } from '#web/ui/checkbox.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Costume, Ownership } from '#worker/costumes/costumes.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import { costumeName } from './costume-columns.tsx'
import { type OwnerDraft, OwnerField } from './owner-field.tsx'
import { ownershipName } from './owner-timeline.ts'

type EditOwnershipDialogProps = {
  costume: Costume
  ownership: Ownership
  today: Day
  onClose: () => void
}

type Draft = OwnerDraft & { ownedFrom: TypedDay; ownedTo: TypedDay }
type Body = { memberId: number; ownedFrom: Day; ownedTo: Day | null }

/** Corrects a wrong entry of the owners. */
export function EditOwnershipDialog({
  costume,
  ownership: { id, member, ownedFrom, ownedTo },
  today,
  onClose,
}: EditOwnershipDialogProps) {
  const members = useQueryOnce(membersQuery)
  const submitting = useSubmitForm({
    initial: { member, ownedFrom, ownedTo },
    stored: { memberId: member.id, ownedFrom, ownedTo },
    read: readOwnershipForm,
    placeOf: (place) => (place === 'memberId' ? 'member' : place),
    mutation: saveOwnership(costume.id, id),
    onSuccess: () => {
      toast('Eintrag gespeichert')
      onClose()
    },
  })
  const chosen = submitting.form.watch('member')
  return (
    <SubmitDialog
      title="Besitzer berichtigen"
      description={`Wer ${costumeName(costume)} in dieser Zeit hatte.`}
      submitting={submitting}
      blocked={chosen === null}
      onClose={onClose}
    >
      <OwnerField
        members={members}
        label="Mitglied"
        required
        help={chosen ? undefined : 'Wähle ein Mitglied.'}
      />
      <div className="grid grid-cols-2 items-start gap-3 max-[22rem]:grid-cols-1">
        <FormDate<Draft> name="ownedFrom" label="Von" required today={today} />
        <FormDate<Draft> name="ownedTo" label="Bis" help="Leer: hat es noch" today={today} />
      </div>
    </SubmitDialog>
  )
}

function readOwnershipForm({ member, ...days }: Draft): ReadResult<Body> {
  const typed = readFields(days, {
    ownedFrom: requiredDay('Gib an, seit wann.'),
    ownedTo: optionalDay,
  })
  if ('problems' in typed) return typed
  if (!member) return { problems: { member: 'Wähle ein Mitglied.' } }
  return { body: { memberId: member.id, ...typed.body } }
}

type RemoveOwnershipDialogProps = {
  costume: Costume
  ownership: Ownership
  /** The ownership before the one to remove; null when there was none. */
  previous: Ownership | null
  today: Day
  onClose: () => void
  onRemoved: () => void
}

/** Removes a wrong entry. With an owner before it, the user chooses who had the costume meanwhile. */
export function RemoveOwnershipDialog({
  costume,
  ownership,
  previous,
  today,
  onClose,
  onRemoved,
}: RemoveOwnershipDialogProps) {
  // The previous ownership probably goes on if it ended on the first day of the removed one.
  const [reopens, setReopens] = useState(previous?.ownedTo === ownership.ownedFrom)
  const { submit, isPending, failure } = useSubmit(
    removeOwnership(costume.id, ownership.id),
    () => {
      toast('Eintrag entfernt')
      onRemoved()
      onClose()
    },
  )
  const refused = failure?.error?.fields?.reopenPrevious
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Eintrag entfernen?"
      tone="destructive"
      busy={isPending}
      failure={failure}
      isTold={refused !== undefined}
      onConfirm={() => void submit({ reopenPrevious: reopens })}
      more={
        previous && (
          <fieldset>
            <legend className="font-semibold text-sm max-md:text-[0.9375rem]">
              Wer hatte das Kleid in dieser Zeit?
            </legend>
            <div className="grid justify-items-start">
              <Radio
                name="reopens"
                checked={reopens}
                aria-describedby={refused && 'reopens-error'}
                onChange={() => setReopens(true)}
              >
                {previous.member.firstName} {previous.member.lastName}, wie davor
              </Radio>
              {refused && <FieldError id="reopens-error">{refused}</FieldError>}
              <Radio name="reopens" checked={!reopens} onChange={() => setReopens(false)}>
                Die Zunft
              </Radio>
            </div>
          </fieldset>
        )
      }
    >
      „{ownershipName(ownership, today)}“ wird aus den Besitzern von {costumeName(costume)}{' '}
      entfernt. Das lässt sich nicht rückgängig machen.
    </ConfirmDialog>
  )
}
