import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TableCell, TableHeadCell } from '#web/ui/table.tsx'

/** The column head above the row buttons. */
export function RowButtonHead() {
  return (
    <TableHeadCell className="w-px print:hidden">
      <span className="sr-only">Aktionen</span>
    </TableHeadCell>
  )
}

/** Labelled buttons at the end of a row; on phones below the row. */
export function RowButtons({ children }: { children: ReactNode }) {
  return (
    <TableCell className="text-right max-md:[grid-column:1/-1] max-md:empty:hidden md:whitespace-nowrap print:hidden">
      {children && (
        <span className="inline-flex justify-end gap-2 max-md:mt-2 max-md:flex-wrap">
          {children}
        </span>
      )}
    </TableCell>
  )
}

type RowButtonProps = {
  /** Completes the button's name for screen readers: "Erstatten: Ringtreffen Moosried". */
  about: string
  variant?: 'secondary' | 'outline'
  busy?: boolean
  onClick: () => void
  children: string
}

export function RowButton({ about, variant = 'secondary', children, ...rest }: RowButtonProps) {
  return (
    <Button variant={variant} size="sm" aria-label={`${children}: ${about}`} {...rest}>
      {children}
    </Button>
  )
}
