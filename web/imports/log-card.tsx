import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import type { Import } from '#worker/imports/imports.contract.ts'
import { countWords, kindLabel } from './kind-words.ts'
import { UndoDialog } from './undo-dialog.tsx'
import { momentOf } from './when-words.ts'

const title = 'Bisherige Übernahmen'

/** Who has taken over what, and the way back. */
export function LogCard({ imports }: { imports: readonly Import[] }) {
  const [undoing, setUndoing] = useState<Import | null>(null)
  const done = imports.filter(({ state }) => state !== 'staged')
  return (
    <Card bleed aria-labelledby="log">
      <CardHead id="log" title={title} {...(done.length > 0 && { tally: done.length })} />
      {done.length === 0 ? (
        <Empty title="Noch nichts übernommen">
          Hier steht später, wer wann welche Datei übernommen hat.
        </Empty>
      ) : (
        <Table phone="flow" aria-labelledby="log" className="border-t">
          <TableHead>
            <TableRow>
              <TableHeadCell>Datei</TableHeadCell>
              <TableHeadCell>Was</TableHeadCell>
              <TableHeadCell>Zeilen</TableHeadCell>
              <TableHeadCell>Wann und wer</TableHeadCell>
              <TableHeadCell>
                <span className="sr-only">Zurücknehmen</span>
              </TableHeadCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {done.map((one) => (
              <LogRow key={one.id} of={one} onUndo={() => setUndoing(one)} />
            ))}
          </TableBody>
        </Table>
      )}
      {undoing && <UndoDialog of={undoing} onClose={() => setUndoing(null)} />}
    </Card>
  )
}

function LogRow({ of, onUndo }: { of: Import; onUndo: () => void }) {
  const isUndone = of.undoneAt !== null
  return (
    <TableRow>
      <TableCell>
        <b className="font-semibold">{of.fileName}</b>
      </TableCell>
      <TableCell className="max-md:basis-full">{kindLabel(of.kind)}</TableCell>
      <TableCell className="tabular-nums max-md:basis-full">
        {of.counts && countWords(of.counts)}
      </TableCell>
      <TableCell className="tabular-nums max-md:basis-full">
        {of.doneAt && `${momentOf(of.doneAt)}, ${of.doneBy}`}
        {of.undoneAt && (
          <span className="block text-muted-foreground">
            Zurückgenommen {momentOf(of.undoneAt)}, {of.undoneBy}
          </span>
        )}
      </TableCell>
      <TableCell className="text-right max-md:mt-1.5 max-md:basis-full max-md:text-left">
        {of.undoable && !isUndone && (
          <Button size="sm" onClick={onUndo}>
            <Undo2 />
            Zurücknehmen<span className="sr-only">: {of.fileName}</span>
          </Button>
        )}
      </TableCell>
    </TableRow>
  )
}

export function LogSkeleton() {
  return (
    <Loading>
      <Card bleed>
        <CardHead title={title} />
        <div className="border-t px-6 py-5 max-md:px-4">
          <Skeleton width="14rem" className="mb-2 h-4" />
          <Skeleton width="60%" />
        </div>
      </Card>
    </Loading>
  )
}
