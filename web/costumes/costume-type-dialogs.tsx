import type { CostumeRow, CostumeType } from '#worker/costumes/costumes.contract.ts'
import { CostumeTypeNameDialog } from './costume-type-name-dialog.tsx'
import {
  costumeTypeNotCreated,
  costumeTypeNotRenamed,
  createCostumeType,
  renameCostumeType,
} from './costume-types.api.ts'
import { DeleteCostumeTypeDialog } from './delete-costume-type-dialog.tsx'

/** What somebody is about to do to the costume types. */
export type CostumeTypeAct =
  | { kind: 'create' }
  | { kind: 'rename'; type: CostumeType }
  | { kind: 'delete'; type: CostumeType }

type CostumeTypeDialogsProps = {
  act: CostumeTypeAct
  costumes: readonly CostumeRow[] | null
  onClose: () => void
  onDone: () => void
}

export function CostumeTypeDialogs({ act, costumes, ...rest }: CostumeTypeDialogsProps) {
  if (act.kind === 'delete') {
    const { type } = act
    const count = costumes?.filter((costume) => costume.type.id === type.id).length ?? 0
    return <DeleteCostumeTypeDialog type={type} count={count} {...rest} />
  }
  if (act.kind === 'create') {
    return (
      <CostumeTypeNameDialog
        title="Neuer Kleidertyp"
        name=""
        save={createCostumeType}
        notSaved={costumeTypeNotCreated}
        saved="Kleidertyp angelegt"
        {...rest}
      />
    )
  }
  return (
    <CostumeTypeNameDialog
      title="Kleidertyp umbenennen"
      name={act.type.name}
      save={(name) => renameCostumeType(act.type.id, name)}
      notSaved={costumeTypeNotRenamed}
      saved="Kleidertyp umbenannt"
      {...rest}
    />
  )
}
