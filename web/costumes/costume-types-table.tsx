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
import type { CostumeTypeAct } from './costume-type-dialogs.tsx'

type CostumeTypesTableProps = {
  types: readonly CostumeType[]
  /** null for those who only read. */
  onAct: ((act: CostumeTypeAct) => void) | null
}

export function CostumeTypesTable({ types, onAct }: CostumeTypesTableProps) {
  return (
    <Table size="sm" phone="flow">
      <TableHead>
        <TableRow>
          <TableHeadCell>Name</TableHeadCell>
          {onAct && <ActionsHead />}
        </TableRow>
      </TableHead>
      <TableBody>
        {types.map((type) => (
          <TableRow key={type.id}>
            <TableCell className="font-semibold">{type.name}</TableCell>
            {onAct && <Actions type={type} onAct={onAct} />}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function Actions({ type, onAct }: { type: CostumeType; onAct: (act: CostumeTypeAct) => void }) {
  return (
    <ActionsCell>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`${type.name} umbenennen`}
        onClick={() => onAct({ kind: 'rename', type })}
      >
        <Pencil />
      </Button>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`${type.name} löschen`}
        onClick={() => onAct({ kind: 'delete', type })}
      >
        <Trash2 />
      </Button>
    </ActionsCell>
  )
}
