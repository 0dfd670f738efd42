import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { QuerySection, type SectionQuery } from '#web/components/query-section.tsx'
import { TableSkeleton } from '#web/components/table-skeleton.tsx'
import { hasRole, useUser } from '#web/lib/session.ts'
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
import type { CostumeRow, CostumeType } from '#worker/costumes/costumes.contract.ts'
import { type CostumeTypeAction, CostumeTypeDialogs } from './costume-type-dialogs.tsx'

type CostumeTypesCardProps = {
  types: SectionQuery<CostumeType[]>
  /** null while they are not known. */
  costumes: readonly CostumeRow[] | null
}

export function CostumeTypesCard({ types, costumes }: CostumeTypesCardProps) {
  const mayWrite = hasRole(useUser(), 'management')
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
  /** null for those who only read. */
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
