import { createCostumeType, renameCostumeType } from '#web/data/costumes.ts'
import type { CostumeRow, CostumeType } from '#worker/costumes/costumes.contract.ts'
import { CostumeTypeNameDialog } from './costume-type-name-dialog.tsx'
import { DeleteCostumeTypeDialog } from './delete-costume-type-dialog.tsx'

/** What somebody is about to do to the costume types. */
export type CostumeTypeAction =
  | { kind: 'create' }
  | { kind: 'rename'; type: CostumeType }
  | { kind: 'delete'; type: CostumeType }

type CostumeTypeDialogsProps = {
  action: CostumeTypeAction
  costumes: readonly CostumeRow[] | null
  onClose: () => void
}

export function CostumeTypeDialogs({ action, costumes, ...rest }: CostumeTypeDialogsProps) {
  if (action.kind === 'delete') {
    const { type } = action
    const count = costumes?.filter((costume) => costume.type.id === type.id).length ?? 0
    return <DeleteCostumeTypeDialog type={type} count={count} {...rest} />
  }
  if (action.kind === 'create') {
    return (
      <CostumeTypeNameDialog
        title="Neuer Kleidertyp"
        name=""
        mutation={createCostumeType}
        saved="Kleidertyp angelegt"
        {...rest}
      />
    )
  }
  return (
    <CostumeTypeNameDialog
      title="Kleidertyp umbenennen"
      name={action.type.name}
      mutation={renameCostumeType(action.type.id)}
      saved="Kleidertyp umbenannt"
      {...rest}
    />
  )
}
