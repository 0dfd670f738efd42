import { ChevronDown, Table2 } from 'lucide-react'
import { useId, useState } from 'react'
import { germanCount } from '#web/lib/german-count.ts'
import { Button } from '#web/ui/button.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import { Sideways } from './sideways.tsx'

export type NumbersOf = {
  /** The first names the rows. */
  heads: readonly string[]
  rows: readonly (readonly [string, ...number[]])[]
}

/** The numbers of a picture, one press away. */
export function Numbers({ title, ...numbers }: NumbersOf & { title: string }) {
  return (
    <details className="group border-t not-open:print:hidden">
      <summary className="flex min-h-11 list-none items-center gap-2 px-6 font-semibold text-sm hover:bg-accent focus-visible:-outline-offset-2 max-md:min-h-12 max-md:px-4 print:hidden [&::-webkit-details-marker]:hidden">
        <ChevronDown className="text-muted-foreground transition-transform group-open:rotate-180" />
        <span>
          Zahlen als Tabelle<span className="sr-only">: {title}</span>
        </span>
      </summary>
      <NumbersTable title={title} {...numbers} />
    </details>
  )
}

type PictureFootProps = NumbersOf & { title: string; titleId: string; sentence: string }

/** What a picture says in one sentence, and its numbers at a press. */
export function PictureFoot({ title, titleId, sentence, ...numbers }: PictureFootProps) {
  const [isOpen, setOpen] = useState(false)
  const tableId = useId()
  return (
    <>
      <div className="flex min-h-14 items-center gap-3 border-t py-1.5 ps-6 pe-3 max-md:ps-4 print:border-0 print:p-0">
        <p className="flex-1 text-muted-foreground text-sm">{sentence}</p>
        <Button
          variant="ghost"
          size="sm"
          className="flex-none print:hidden"
          aria-expanded={isOpen}
          aria-controls={isOpen ? tableId : undefined}
          aria-describedby={titleId}
          onClick={() => setOpen(!isOpen)}
        >
          <Table2 />
          Zahlen zeigen
        </Button>
      </div>
      {isOpen && (
        <div id={tableId} className="border-t">
          <NumbersTable title={title} {...numbers} />
        </div>
      )}
    </>
  )
}

function NumbersTable({ title, heads, rows }: NumbersOf & { title: string }) {
  return (
    <Sideways label={`Tabelle ${title}`}>
      <Table size="sm" phone="scroll" aria-label={title} className="md:w-auto">
        <TableHead>
          <TableRow>
            {heads.map((head, column) => (
              <TableHeadCell key={head} numeric={column > 0}>
                {head}
              </TableHeadCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(([name, ...numbers]) => (
            <TableRow key={name}>
              <TableCell className="whitespace-nowrap">{name}</TableCell>
              {numbers.map((number, column) => (
                <TableCell key={heads[column + 1]} numeric>
                  {germanCount(number)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Sideways>
  )
}
