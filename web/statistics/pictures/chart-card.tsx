import { ChevronDown, Table2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { germanCount } from '#web/lib/german-count.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import type { Look } from './bar.ts'
import { fillProps } from './bar.ts'
import { ScrollOnPhone } from './chart-area.tsx'
import { OrderMark } from './order-mark.tsx'

type ChartCardProps = {
  title: string
  series?: readonly Series[]
  /** A line below the chart. */
  note?: ReactNode
  numbers: ChartNumbers
  /** The chart's message, beside the button for the numbers. */
  foot?: string
  /** Shown instead of the chart when all values are zero. */
  nothing: string
  children: ReactNode
}

export function ChartCard({ title, series, note, numbers, ...rest }: ChartCardProps) {
  const titleId = useId()
  const isEmpty = numbers.rows.every(([, ...row]) => row.every((number) => number === 0))
  return (
    <Card bleed aria-labelledby={titleId} className={card}>
      <CardHead
        id={titleId}
        title={title}
        className="flex-wrap gap-y-1! print:py-0"
        actions={series && !isEmpty && <Legend series={series} />}
      />
      {isEmpty ? (
        <p className="px-6 pb-6 text-muted-foreground max-md:px-4">{rest.nothing}</p>
      ) : (
        <>
          <div className="pb-4">
            {rest.children}
            {note && <p className={noteLine}>{note}</p>}
          </div>
          {rest.foot ? (
            <ChartFoot title={title} titleId={titleId} sentence={rest.foot} {...numbers} />
          ) : (
            <CollapsibleNumbers title={title} {...numbers} />
          )}
        </>
      )}
    </Card>
  )
}

// In print the card has the chart colors of the light scheme, also when the screen is dark.
const card =
  'overflow-hidden print:break-inside-avoid print:[--chart-1:oklch(0.46_0.13_258)] print:[--chart-4:oklch(0.63_0.105_168)] print:[--chart-5:oklch(0.5_0.115_322)] print:[--chart-grid:oklch(0.925_0.005_50)]'

const noteLine = 'px-6 pt-2 text-muted-foreground text-xs max-md:px-4 print:px-0'

/** `order`: the marks of the honors for parades. */
type Series = { look: Look | 'order'; label: string }

/** The legend in the card's head. */
function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 pe-2 max-md:basis-full text-muted-foreground text-sm">
      {series.map(({ look, label }) => (
        <li key={look} className="flex items-center gap-2">
          <svg aria-hidden="true" width="13" height="15" className="flex-none">
            {look === 'order' ? (
              <OrderMark x={6.5} y={0.5} />
            ) : (
              <rect x="0.5" y="1.5" width="12" height="12" rx="3" {...fillProps(look)} />
            )}
          </svg>
          {label}
        </li>
      ))}
    </ul>
  )
}

type ChartNumbers = {
  /** The column heads; the first one is above the labels of the rows. */
  heads: readonly string[]
  rows: readonly (readonly [string, ...number[]])[]
}

/** The numbers of a chart as a table that a summary opens and closes; printed only when open. */
function CollapsibleNumbers({ title, ...numbers }: ChartNumbers & { title: string }) {
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

type ChartFootProps = ChartNumbers & { title: string; titleId: string; sentence: string }

/** The chart's message, and the button for its numbers. */
function ChartFoot({ title, titleId, sentence, ...numbers }: ChartFootProps) {
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

function NumbersTable({ title, heads, rows }: ChartNumbers & { title: string }) {
  return (
    <ScrollOnPhone label={`Tabelle ${title}`}>
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
    </ScrollOnPhone>
  )
}
