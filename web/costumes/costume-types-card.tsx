import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Result } from '#web/lib/result.ts'
import { hasRole, useUser } from '#web/lib/session.ts'
import type { Loaded } from '#web/lib/use-loaded.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { TableSkeleton } from '#web/ui/table-skeleton.tsx'
import { WhenLoaded } from '#web/ui/when-loaded.tsx'
import type { CostumeRow, CostumeType } from '#worker/costumes/costumes.contract.ts'
import { type CostumeTypeAct, CostumeTypeDialogs } from './costume-type-dialogs.tsx'
import { costumeTypesNotLoaded } from './costume-types.api.ts'
import { CostumeTypesTable } from './costume-types-table.tsx'

type CostumeTypesCardProps = {
  types: Loaded<CostumeType[]>
  /** null while they are not known. */
  costumes: readonly CostumeRow[] | null
  onChanged: () => void
}

export function CostumeTypesCard({ types, costumes, onChanged }: CostumeTypesCardProps) {
  const mayWrite = hasRole(useUser(), 'management')
  const [act, setAct] = useState<CostumeTypeAct | null>(null)
  const create = mayWrite && (
    <Button variant="ghost" size="sm" onClick={() => setAct({ kind: 'create' })}>
      <Plus />
      Kleidertyp anlegen
    </Button>
  )
  return (
    <Card bleed className="max-w-3xl print:hidden">
      <CardHead title="Kleidertypen" tally={countOf(types.result)} actions={create} />
      <WhenLoaded
        loaded={types}
        message={costumeTypesNotLoaded}
        waiting={<TableSkeleton heads={['Name']} size="sm" />}
        className="mx-6 mb-6 max-md:mx-4 max-md:mb-4"
      >
        {(rows) =>
          rows.length > 0 ? (
            <CostumeTypesTable types={rows} onAct={mayWrite ? setAct : null} />
          ) : (
            <Empty title="Noch kein Kleidertyp">
              {mayWrite
                ? 'Lege den ersten an. Wer sich anmeldet, wählt einen davon aus.'
                : 'Die Verwaltung hat noch keinen angelegt.'}
            </Empty>
          )
        }
      </WhenLoaded>
      {act && (
        <CostumeTypeDialogs
          act={act}
          costumes={costumes}
          onClose={() => setAct(null)}
          onDone={onChanged}
        />
      )}
    </Card>
  )
}

function countOf(result: Result<CostumeType[]> | null): number | undefined {
  return result?.ok ? result.data.length : undefined
}
