import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { FormInput } from '#web/components/form-fields.tsx'
import { QuerySection, type SectionQuery } from '#web/components/query-section.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { TableSkeleton } from '#web/components/table-skeleton.tsx'
import { createCostumeType, deleteCostumeType, renameCostumeType } from '#web/data/costumes.ts'
import type { MutationDefinition } from '#web/lib/query.ts'
import { useUser } from '#web/lib/session.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import {
  ActionsCell,
  ActionsHead,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeadCell,
  TableRow,
} from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { CostumeRow, CostumeType } from '#worker/costumes/costumes.contract.ts'
import { can } from '#worker/domain/rights.ts'

type CostumeTypesCardProps = {
  types: SectionQuery<CostumeType[]>
  /** null until loaded. */
  costumes: readonly CostumeRow[] | null
}

export function CostumeTypesCard({ types, costumes }: CostumeTypesCardProps) {
  const mayWrite = can(useUser(), 'keepCostumes')
  const [action, setAction] = useState<CostumeTypeAction | null>(null)
  const create = mayWrite && (
    <Button variant="ghost" size="sm" onClick={() => setAction({ kind: 'create' })}>
      <Plus />
      Kleidertyp anlegen
    </Button>
  )
  return (
    <Card bleed aria-labelledby="costume-types" className="max-w-3xl print:hidden">
      <CardHead
        id="costume-types"
        title="Kleidertypen"
        tally={types.data?.length}
        actions={create}
      />
      <QuerySection
        query={types}
        waiting={<TableSkeleton heads={['Name']} size="sm" />}
        className="mx-6 mb-6 max-md:mx-4 max-md:mb-4"
      >
        {(rows) =>
          rows.length > 0 ? (
            <CostumeTypesTable types={rows} onAction={mayWrite ? setAction : null} />
          ) : (
            <Empty title="Noch kein Kleidertyp">
              {mayWrite
                ? 'Lege den ersten an. Wer sich anmeldet, wählt einen davon aus.'
                : 'Die Verwaltung hat noch keinen angelegt.'}
            </Empty>
          )
        }
      </QuerySection>
      {action && (
        <CostumeTypeDialogs action={action} costumes={costumes} onClose={() => setAction(null)} />
      )}
    </Card>
  )
}

type CostumeTypesTableProps = {
  types: readonly CostumeType[]
  /** null for users who may only read. */
  onAction: ((action: CostumeTypeAction) => void) | null
}

function CostumeTypesTable({ types, onAction }: CostumeTypesTableProps) {
  return (
    <Table size="sm" phone="flow">
      <TableHead>
        <TableRow>
          <TableHeadCell>Name</TableHeadCell>
          {onAction && <ActionsHead />}
        </TableRow>
      </TableHead>
      <TableBody>
        {types.map((type) => (
          <TableRow key={type.id}>
            <TableCell className="font-semibold">{type.name}</TableCell>
            {onAction && <Actions type={type} onAction={onAction} />}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function Actions({
  type,
  onAction,
}: {
  type: CostumeType
  onAction: (action: CostumeTypeAction) => void
}) {
  const mayDelete = can(useUser(), 'manage')
  return (
    <ActionsCell>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`${type.name} umbenennen`}
        onClick={() => onAction({ kind: 'rename', type })}
      >
        <Pencil />
      </Button>
      {mayDelete && (
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={`${type.name} löschen`}
          onClick={() => onAction({ kind: 'delete', type })}
        >
          <Trash2 />
        </Button>
      )}
    </ActionsCell>
  )
}

/** The open dialog's action. */
type CostumeTypeAction =
  | { kind: 'create' }
  | { kind: 'rename'; type: CostumeType }
  | { kind: 'delete'; type: CostumeType }

type CostumeTypeDialogsProps = {
  action: CostumeTypeAction
  costumes: readonly CostumeRow[] | null
  onClose: () => void
}

function CostumeTypeDialogs({ action, costumes, ...rest }: CostumeTypeDialogsProps) {
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
  mutation: MutationDefinition<Name, CostumeType>
  /** The toast afterwards. */
  saved: string
  onClose: () => void
}

function CostumeTypeNameDialog({ title, onClose, ...props }: CostumeTypeNameDialogProps) {
  const submitting = useSubmitForm({
    initial: { name: props.name },
    read: (body: Name) => ({ body }),
    mutation: props.mutation,
    onSuccess: (_saved, _body, undoAction) => {
      toast(props.saved, undoAction)
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
  /** The number of costumes of the type, as far as loaded. */
  count: number
  onClose: () => void
}

/** Asks before deleting a type; for a type in use the dialog says at once that it cannot be deleted. */
function DeleteCostumeTypeDialog({ type, count, onClose }: DeleteCostumeTypeDialogProps) {
  const { submit, isPending, failure } = useSubmit(
    deleteCostumeType(type.id),
    (_none, _, undoAction) => {
      toast('Kleidertyp gelöscht', undoAction)
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
      // Without a handler the dialog has no button for the action, which the server would reject.
      onConfirm={count > 0 ? null : () => void submit()}
    >
      {count > 0
        ? `„${type.name}“ lässt sich nicht löschen, solange ${costumeCountText(count)}.`
        : `„${type.name}“ wird gelöscht. Das lässt sich 30 Tage lang rückgängig machen.`}
    </ConfirmDialog>
  )
}

function costumeCountText(count: number): string {
  return count === 1 ? 'ein Kleid ihn hat' : `${count} Kleider ihn haben`
}
