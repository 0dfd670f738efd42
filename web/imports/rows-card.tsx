import { type FocusEvent, useLayoutEffect, useMemo, useRef } from 'react'
import { GridFoot } from '#web/components/data-table/grid-foot.tsx'
import { Card } from '#web/ui/card.tsx'
import { SearchInput } from '#web/ui/input.tsx'
import { Table, TableBody, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import type { PreviewRow } from '#worker/imports/imports.contract.ts'
import { ImportRow } from './import-row.tsx'
import type { SheetKind } from './kind-words.ts'
import type { useRowPaging } from './use-arranged.ts'
import type { RowChanges } from './use-row-changes.ts'
import { offeredCorrections, sameCellKey } from './use-row-changes.ts'

type RowsCardProps = {
  kind: SheetKind
  rows: readonly PreviewRow[]
  arranged: ReturnType<typeof useRowPaging>
  changes: RowChanges
  /** Sets a value for the empty cells of a field. */
  onFill: (field: string, text: string) => void
}

export function RowsCard({ kind, rows, arranged, changes, onFill }: RowsCardProps) {
  const { sameCellRows, offered } = useSameCells(rows)
  const { shown, page } = arranged
  const kept = useKeptFocus(rows)
  return (
    <Card bleed aria-label="Zeilen der Datei">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b py-3 pr-6 pl-4 max-md:px-4">
        <SearchInput
          placeholder="Suchen"
          aria-label="Suchen"
          autoComplete="off"
          value={arranged.search}
          onChange={(event) => arranged.seek(event.target.value)}
          wrapperClassName="flex-[0_1_19rem] max-md:flex-[1_1_100%]"
        />
        <p className="ms-auto text-muted-foreground max-md:ms-0">
          Zeilen, über die zu entscheiden ist, stehen oben.
        </p>
      </div>
      {page.total === 0 ? (
        <p className="px-6 py-8 text-center text-muted-foreground">Keine Zeile passt dazu.</p>
      ) : (
        <>
          <Table phone="flow" aria-label="Zeilen der Datei">
            <TableHead>
              <TableRow>
                <TableHeadCell numeric className="w-20">
                  Zeile
                </TableHeadCell>
                <TableHeadCell className="w-36">Urteil</TableHeadCell>
                <TableHeadCell className="w-52">Name</TableHeadCell>
                <TableHeadCell>Was geschieht</TableHeadCell>
                <TableHeadCell className="w-56">Entscheidung</TableHeadCell>
              </TableRow>
            </TableHead>
            <TableBody {...kept}>
              {shown.map((row) => (
                <ImportRow
                  key={row.row}
                  kind={kind}
                  row={row}
                  sameCellRows={sameCellRows}
                  offered={offered}
                  changes={changes}
                  onFill={onFill}
                />
              ))}
            </TableBody>
          </Table>
          <GridFoot grid={arranged.paging} page={page} isSticky={false} />
        </>
      )}
    </Card>
  )
}

/** When a correction removes the focused input, the focus moves to the decision of the same row. */
function useKeptFocus(rows: readonly PreviewRow[]) {
  const body = useRef<HTMLTableSectionElement>(null)
  const at = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the rows change.
  useLayoutEffect(() => {
    if (at.current === null || document.activeElement !== document.body) return
    body.current?.querySelector<HTMLElement>(`[data-row="${at.current}"] select`)?.focus()
  }, [rows])
  return {
    ref: body,
    onFocus({ target }: FocusEvent) {
      at.current = target.closest<HTMLElement>('[data-row]')?.dataset.row ?? null
    },
    onBlur({ relatedTarget }: FocusEvent) {
      if (relatedTarget) at.current = null
    },
  }
}

/** Rows that can be corrected together: with the same faulty text or with an offer in a field. */
function useSameCells(rows: readonly PreviewRow[]) {
  return useMemo(() => {
    const sameCellRows = new Map<string, PreviewRow[]>()
    const offered = new Map<string, PreviewRow[]>()
    const add = (map: Map<string, PreviewRow[]>, key: string, row: PreviewRow) =>
      map.set(key, [...(map.get(key) ?? []), row])
    for (const row of rows) {
      const faults = new Set(row.reasons.map(({ field }) => field))
      for (const cell of row.verdict === 'error' ? row.cells : []) {
        if (!faults.has(cell.field)) continue
        add(sameCellRows, sameCellKey(cell), row)
        if (offeredCorrections(row, cell.field).length > 0) add(offered, cell.field, row)
      }
    }
    return { sameCellRows, offered }
  }, [rows])
}
