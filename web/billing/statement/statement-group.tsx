import { type ReactNode, useState } from 'react'
import { usePrinting } from '#web/lib/use-printing.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import type { FeeClaim } from '#worker/billing/billing.contract.ts'
import { StatementRow } from './statement-row.tsx'
import type { Row } from './statement-rows.ts'
import type { StatementWork } from './use-statement.ts'

type StatementGroupProps = {
  id: string
  title: string
  rows: readonly Row[]
  work: StatementWork
  open: readonly FeeClaim[]
  mayWrite: boolean
  /** So many at first: what needs nobody is not in the way. What can be booked is always there. */
  first?: number
  /** Above the rows. */
  children?: ReactNode
}

export function StatementGroup({ id, title, rows, first = 0, ...props }: StatementGroupProps) {
  const { work, open, mayWrite, children } = props
  const [isOpen, setOpen] = useState(false)
  const isPrinting = usePrinting()
  if (rows.length === 0) return null
  const isNeeded = ({ proposal }: Row, index: number) =>
    index < first || 'isSure' in proposal || work.problems[proposal.entry.key] !== undefined
  const shown = isOpen || isPrinting ? rows : rows.filter(isNeeded)
  return (
    <Card bleed aria-labelledby={id}>
      <CardHead id={id} title={title} tally={rows.length} />
      {children && <div className="px-6 pb-3 max-md:px-4">{children}</div>}
      <ul>
        {shown.map((row) => {
          const { key } = row.proposal.entry
          return (
            <StatementRow
              key={key}
              row={row}
              refusal={work.problems[key]}
              passOnCharge={work.passOnCharge}
              open={open}
              left={work.left}
              onChange={mayWrite ? (choice) => work.change(key, choice) : null}
            />
          )
        })}
      </ul>
      {shown.length < rows.length && (
        <div className="border-t px-6 py-2 max-md:px-4">
          <Button variant="ghost" size="sm" className="-ml-3" onClick={() => setOpen(true)}>
            Alle {rows.length} zeigen
          </Button>
        </div>
      )}
    </Card>
  )
}
