import type { CostumeType } from '#worker/costumes/costumes.contract.ts'
import { CostumeTypeNameDialog } from './costume-type-name-dialog.tsx'
import {
  costumeTypeNotCreated,
  costumeTypeNotRenamed,
  createCostumeType,
  renameCostumeType,
} from './costumes.api.ts'
import { DeleteCostumeTypeDialog } from './delete-costume-type-dialog.tsx'

/** What somebody is about to do to the costume types. */
export type CostumeTypeAct =
  | { kind: 'create' }
  | { kind: 'rename'; type: CostumeType }
  | { kind: 'delete'; type: CostumeType }

type CostumeTypeDialogsProps = { act: CostumeTypeAct; onClose: () => void; onDone: () => void }

export function CostumeTypeDialogs({ act, ...rest }: CostumeTypeDialogsProps) {
  if (act.kind === 'delete') return <DeleteCostumeTypeDialog type={act.type} {...rest} />
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
