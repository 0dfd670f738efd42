import { useState } from 'react'
import { failureDetail } from '#web/lib/failure-detail.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { costumeTypesNotLoaded, loadCostumeTypes } from '#web/parades/parades.api.ts'
import { spokenName } from '#web/parades/participants.ts'
import { changeCostume, notChanged } from '#web/parades/participations.api.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import type { Participation } from '#worker/parades/parades.contract.ts'

type ChangeCostumeDialogProps = {
  row: Participation
  onClose: () => void
  onChanged: (row: Participation) => void
}

export function ChangeCostumeDialog({ row, onClose, onChanged }: ChangeCostumeDialogProps) {
  const [typeId, setTypeId] = useState(row.costumeType.id)
  const [number, setNumber] = useState(row.costumeNumber)
  const { run, isBusy, failure } = useAct(changeCostume, onChanged)
  const errors = failure?.error?.fields ?? {}
  return (
    <FormDialog
      title="Kleid ändern"
      description={spokenName(row.memberName)}
      notSaved={notChanged}
      failure={failure}
      detail={failure ? failureDetail(failure, notChanged) : undefined}
      busy={isBusy}
      onClose={onClose}
      onConfirm={() => void run(row.id, { newCostumeTypeId: typeId, newCostumeNumber: number })}
    >
      <CostumeTypeField
        stored={row.costumeType}
        chosen={typeId}
        onChoose={setTypeId}
        error={errors.newCostumeTypeId}
      />
      <Field label="Kleidernummer" error={errors.newCostumeNumber} className="max-w-40">
        {(ids) => (
          <Input
            {...ids}
            autoComplete="off"
            value={number}
            onChange={(event) => setNumber(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}

type CostumeTypeFieldProps = {
  /** There is this one to choose even while the others are not known. */
  stored: { id: number; name: string }
  chosen: number
  onChoose: (id: number) => void
  error: string | undefined
}

function CostumeTypeField({ stored, chosen, onChoose, error }: CostumeTypeFieldProps) {
  const [asked] = useState(loadCostumeTypes)
  const { result, isPending, reload } = useLoaded(asked, loadCostumeTypes)
  return (
    <>
      {result?.ok === false && (
        <Failure
          message={costumeTypesNotLoaded}
          failure={result.failure}
          busy={isPending}
          onRetry={reload}
        />
      )}
      <Field label="Kleidertyp" required error={error}>
        {(ids) => (
          <Select
            {...ids}
            value={chosen}
            onChange={(event) => onChoose(Number(event.target.value))}
          >
            {(result?.ok ? result.data : [stored]).map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  )
}
