import { Failure } from '#web/components/failure.tsx'
import { FormInput, FormSelect } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { costumeTypesQuery } from '#web/data/costumes.ts'
import { changeCostume } from '#web/data/parades-participants.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { useFirstAnswer } from '#web/lib/query.ts'
import { number, read } from '#web/lib/typed.ts'
import type { UndoAction } from '#web/lib/undo.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { spokenName } from '#web/parades/participants.ts'
import type { CostumeType, Participation } from '#worker/parades/parades.contract.ts'

type Draft = { newCostumeTypeId: string; newCostumeNumber: string }

type ChangeCostumeDialogProps = {
  paradeId: number
  row: Participation
  onClose: () => void
  onDone: (wayBack: UndoAction | null) => void
}

export function ChangeCostumeDialog({ paradeId, row, onClose, onDone }: ChangeCostumeDialogProps) {
  const submitting = useSubmitForm({
    initial: { newCostumeTypeId: String(row.costumeType.id), newCostumeNumber: row.costumeNumber },
    read: (draft: Draft) => read(draft, { newCostumeTypeId: number(row.costumeType.id) }),
    mutation: changeCostume(paradeId, row.id),
    onSuccess: (_row, _body, wayBack) => onDone(wayBack),
  })
  const { failure } = submitting
  return (
    <SubmitDialog
      title="Kleid ändern"
      description={spokenName(row.memberName)}
      submitting={submitting}
      detail={failure ? detailOf(failure) : undefined}
      onClose={onClose}
    >
      <CostumeTypeField stored={row.costumeType} />
      <FormInput<Draft> name="newCostumeNumber" label="Kleidernummer" className="max-w-40" />
    </SubmitDialog>
  )
}

/** There is the stored one to choose even while the others are not known. */
function CostumeTypeField({ stored }: { stored: CostumeType }) {
  const { data, error, isFetching, refetch } = useFirstAnswer(costumeTypesQuery)
  return (
    <>
      {error && <Failure failure={error} busy={isFetching} onRetry={() => void refetch()} />}
      <FormSelect<Draft> name="newCostumeTypeId" label="Kleidertyp" required>
        {(data ?? [stored]).map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </FormSelect>
    </>
  )
}
