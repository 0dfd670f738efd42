import { Pencil, Trash2 } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
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
import type { CostumeType } from '#worker/costumes/costumes.contract.ts'
import type { CostumeTypeAction } from './costume-type-dialogs.tsx'

type CostumeTypesTableProps = {
  types: readonly CostumeType[]
  /** null for those who only read. */
  onAction: ((action: CostumeTypeAction) => void) | null
}

export function CostumeTypesTable({ types, onAction }: CostumeTypesTableProps) {
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
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`${type.name} löschen`}
        onClick={() => onAction({ kind: 'delete', type })}
      >
        <Trash2 />
      </Button>
    </ActionsCell>
  )
}
