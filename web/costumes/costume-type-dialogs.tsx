import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { FormInput } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { useToast } from '#web/components/toast.tsx'
import { createCostumeType, deleteCostumeType, renameCostumeType } from '#web/data/costumes.ts'
import type { Writing } from '#web/lib/query.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import type { CostumeRow, CostumeType } from '#worker/costumes/costumes.contract.ts'

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

type Name = { name: string }

type CostumeTypeNameDialogProps = Name & {
  title: string
  mutation: Writing<Name, CostumeType>
  /** The toast afterwards. */
  saved: string
  onClose: () => void
}

function CostumeTypeNameDialog({ title, onClose, ...props }: CostumeTypeNameDialogProps) {
  const toast = useToast()
  const submitting = useSubmitForm({
    initial: { name: props.name },
    read: (body: Name) => ({ body }),
    mutation: props.mutation,
    onSuccess: (_saved, _body, wayBack) => {
      toast(props.saved, wayBack)
      onClose()
    },
  })
  return (
    <SubmitDialog title={title} submitting={submitting} confirmLabel="Speichern" onClose={onClose}>
      <FormInput<Name> name="name" label="Name" required />
    </SubmitDialog>
  )
}

type DeleteCostumeTypeDialogProps = {
  type: CostumeType
  /** How many costumes of the type are known. */
  count: number
  onClose: () => void
}

/** A type in use stays: what is known of it is said before somebody tries. */
function DeleteCostumeTypeDialog({ type, count, onClose }: DeleteCostumeTypeDialogProps) {
  const toast = useToast()
  const { submit, isPending, failure } = useSubmit(
    deleteCostumeType(type.id),
    (_none, _, wayBack) => {
      toast('Kleidertyp gelöscht', wayBack)
      onClose()
    },
  )
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Kleidertyp löschen?"
      tone="destructive"
      busy={isPending}
      failure={failure}
      // What cannot be done is not offered.
      onConfirm={count > 0 ? null : () => void submit()}
    >
      {count > 0
        ? `„${type.name}“ lässt sich nicht löschen, solange ${users(count)}.`
        : `„${type.name}“ wird gelöscht. Das lässt sich 30 Tage lang rückgängig machen.`}
    </ConfirmDialog>
  )
}

function users(count: number): string {
  return count === 1 ? 'ein Kleid ihn hat' : `${count} Kleider ihn haben`
}
