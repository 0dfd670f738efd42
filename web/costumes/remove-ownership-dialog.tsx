import { useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { useToast } from '#web/components/toast.tsx'
import { removeOwnership } from '#web/data/costumes.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Radio } from '#web/ui/checkbox.tsx'
import { FieldError } from '#web/ui/field.tsx'
import type { Costume, Ownership } from '#worker/costumes/costumes.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import { costumeName } from './costume-columns.tsx'
import { ownershipName } from './owner-timeline.ts'

type RemoveOwnershipDialogProps = {
  costume: Costume
  ownership: Ownership
  /** Who had the costume before; null = nobody. */
  previous: Ownership | null
  today: Day
  onClose: () => void
  onRemoved: () => void
}

/** An entry that was wrong goes; whose the costume was in that time is asked when somebody had it before. */
export function RemoveOwnershipDialog({
  costume,
  ownership,
  previous,
  today,
  onClose,
  onRemoved,
}: RemoveOwnershipDialogProps) {
  const toast = useToast()
  // Who gave it to the one who never had it, most likely has it still.
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
