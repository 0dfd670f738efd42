import { TableCell, TableRow } from '#web/ui/table.tsx'
import type { PreviewRow } from '#worker/imports/imports.contract.ts'
import { alikeKey } from './alike.ts'
import { CellCorrection } from './cell-correction.tsx'
import { DecisionSelect } from './decision-select.tsx'
import type { SheetKind } from './kind-words.ts'
import { canBeEmpty } from './mapping-words.ts'
import { RowOutcome } from './row-outcome.tsx'
import type { RowChanges } from './use-row-changes.ts'
import { VerdictMark } from './verdicts.tsx'

type ImportRowProps = {
  kind: SheetKind
  row: PreviewRow
  alike: ReadonlyMap<string, readonly PreviewRow[]>
  /** By field: the rows of which the server offers what their cell may have meant. */
  offered: ReadonlyMap<string, readonly PreviewRow[]>
  changes: RowChanges
  onFill: (field: string, text: string) => void
}

export function ImportRow({ kind, row, alike, offered, changes, onFill }: ImportRowProps) {
  return (
    <TableRow data-row={row.row} className="*:py-2.5! *:align-top">
      <TableCell numeric className="text-muted-foreground" before="Zeile">
        {row.row}
      </TableCell>
      <TableCell>
        <VerdictMark verdict={row.verdict} />
      </TableCell>
      <TableCell>
        <b className="font-semibold text-foreground">{row.title || '–'}</b>
      </TableCell>
      <TableCell className="text-foreground! max-md:mt-1 max-md:basis-full">
        <RowOutcome row={row} />
        {row.cells.map((cell) => (
          <CellCorrection
            key={cell.field}
            row={row}
            cell={cell}
            canBeEmpty={canBeEmpty(kind, cell.field)}
            alike={alike.get(alikeKey(cell)) ?? []}
            offered={offered.get(cell.field) ?? []}
            onCorrect={(rows, text) => changes.correct(rows, cell.field, text)}
            onTakeOffers={() => changes.takeOffers(offered.get(cell.field) ?? [], cell.field)}
            onFill={(text) => onFill(cell.field, text)}
          />
        ))}
      </TableCell>
      <TableCell className="max-md:mt-2 max-md:basis-full">
        {(row.verdict !== 'same' ||
          row.ofAll !== undefined ||
          changes.decisionOf(row).decision !== null) && (
          <DecisionSelect row={row} changes={changes} />
        )}
      </TableCell>
    </TableRow>
  )
}
