// biome-ignore-all lint/a11y/noRedundantRoles: the phone's `display` values remove the built-in
// roles. The layouts are in web/styles/table.css.
import { ArrowDown, ArrowUp, ChevronRight } from 'lucide-react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { cn } from '#web/lib/cn.ts'

type TableProps = ComponentProps<'table'> & {
  /** `sm` for tables inside detail cards. */
  size?: 'md' | 'sm'
  /** A row on the phone: two lines in which `at` places the cells, flowing text, or a table that scrolls sideways. */
  phone?: 'rows' | 'flow' | 'scroll'
  /** The head stays in view below the top bar. */
  stickyHead?: boolean
}

export function Table({ size = 'md', phone = 'rows', stickyHead, className, ...rest }: TableProps) {
  return (
    <table
      role="table"
      data-slot="table"
      data-size={size}
      data-phone={phone}
      data-sticky-head={stickyHead || undefined}
      className={cn('table-look', className)}
      {...rest}
    />
  )
}

export function TableHead(props: ComponentProps<'thead'>) {
  return <thead role="rowgroup" data-slot="table-header" {...props} />
}

export function TableBody(props: ComponentProps<'tbody'>) {
  return <tbody role="rowgroup" data-slot="table-body" {...props} />
}

/** `opens`: the whole row follows its `RowLink`. */
export function TableRow({ opens, ...rest }: ComponentProps<'tr'> & { opens?: boolean }) {
  return (
    <tr
      role="row"
      data-slot="table-row"
      data-opens={opens || undefined}
      onClick={opens ? followRowLink : undefined}
      {...rest}
    />
  )
}

function followRowLink(event: MouseEvent<HTMLTableRowElement>) {
  const target = event.target as Element
  if (target.closest('a, button, input, label, select')) return
  if (window.getSelection()?.toString()) return
  const { ctrlKey, metaKey, shiftKey } = event
  const click = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }
  event.currentTarget
    .querySelector('a[data-row-link]')
    ?.dispatchEvent(new window.MouseEvent('click', click))
}

export function RowLink({ className, ...rest }: LinkProps) {
  return <Link data-row-link className={cn('row-link', className)} {...rest} />
}

type HeadCellProps = ComponentProps<'th'> & { numeric?: boolean }

export function TableHeadCell({ numeric, ...rest }: HeadCellProps) {
  return (
    <th
      role="columnheader"
      scope="col"
      data-slot="table-head"
      data-numeric={numeric || undefined}
      {...rest}
    />
  )
}

type SortHeadProps = Omit<HeadCellProps, 'children'> & {
  label: ReactNode
  direction?: 'ascending' | 'descending' | undefined
  onSort: () => void
}

export function SortHead({ label, direction, onSort, ...rest }: SortHeadProps) {
  return (
    <TableHeadCell aria-sort={direction} {...rest}>
      <button type="button" className="sort-button" onClick={onSort}>
        {label}
        {direction === 'ascending' && <ArrowUp />}
        {direction === 'descending' && <ArrowDown />}
      </button>
    </TableHeadCell>
  )
}

type CellProps = ComponentProps<'td'> & {
  numeric?: boolean
  /** The place in a two-line row on the phone: in the first or second line, at the right of both lines or of one,
   * below both, nowhere (not shown), or before both lines for the box that ticks the row. */
  at?: 'tick' | 'first' | 'second' | 'right' | 'rightTop' | 'rightBottom' | 'below' | 'nowhere'
  /** Words before and after the value on phones, where no column head explains it (phone="flow", at="below"). */
  before?: string
  after?: string
}

export function TableCell({ numeric, at, before, after, ...rest }: CellProps) {
  return (
    <td
      role="cell"
      data-slot="table-cell"
      data-at={at}
      data-before={before}
      data-after={after}
      data-numeric={numeric || undefined}
      {...rest}
    />
  )
}

/** The head of the last column, in a table whose rows open a page: "Öffnen", for screen readers only. */
export function OpenHead() {
  return (
    <TableHeadCell data-at="go">
      <span className="sr-only">Öffnen</span>
    </TableHeadCell>
  )
}

/** The column heads of a plain list whose rows open a page. */
export function OpenHeads({ heads }: { heads: readonly string[] }) {
  return (
    <TableHead>
      <TableRow>
        {heads.map((head) => (
          <TableHeadCell key={head}>{head}</TableHeadCell>
        ))}
        <OpenHead />
      </TableRow>
    </TableHead>
  )
}

/** The last cell of rows that open a page: the chevron. */
export function OpenCell() {
  return (
    <td role="cell" data-slot="table-cell" data-at="go">
      <ChevronRight />
    </td>
  )
}

/** The column head above the buttons of the rows. */
export function ActionsHead() {
  return (
    <TableHeadCell data-at="actions" className="print:hidden">
      <span className="sr-only">Aktionen</span>
    </TableHeadCell>
  )
}

/** Icon buttons at the end of a row, such as edit and delete. */
export function ActionsCell({ className, ...rest }: ComponentProps<'td'>) {
  return (
    <td
      role="cell"
      data-slot="table-cell"
      data-at="actions"
      className={cn('print:hidden', className)}
      {...rest}
    />
  )
}
