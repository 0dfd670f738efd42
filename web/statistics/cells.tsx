import type { ReactNode } from 'react'
import { paths } from '#web/paths.ts'
import { OpenHead, RowLink, TableCell, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import { listName } from '#worker/domain/names.ts'
import type { Person } from '#worker/statistics/statistics.contract.ts'

// Common cells of the lists of people; on phones a row has two lines.

/** A column head. Lists below one another give equal widths, so that their columns align. */
export type Head = { title: string; width?: string; numeric?: boolean; className?: string }

export const titlesOf = (heads: readonly Head[]) => heads.map(({ title }) => title)

type HeadRowProps = {
  heads: readonly Head[]
  /** True when the rows have a button "Ehrung eintragen", which needs a column. */
  canEnter?: boolean
}

/** The head of a list whose rows are links. */
export function HeadRow({ heads, canEnter }: HeadRowProps) {
  return (
    <TableHead>
      <TableRow>
        {heads.map(({ title, width, numeric, className }) => (
          <TableHeadCell
            key={title}
            numeric={numeric ?? false}
            style={{ width }}
            className={className}
          >
            {title}
          </TableHeadCell>
        ))}
        {canEnter && (
          <TableHeadCell className="w-px print:hidden">
            <span className="sr-only">Ehrung eintragen</span>
          </TableHeadCell>
        )}
        <OpenHead />
      </TableRow>
    </TableHead>
  )
}

export function MemberCell({ member }: { member: Person }) {
  return (
    <TableCell at="first">
      <RowLink to={paths.member(member.id)}>{listName(member)}</RowLink>
    </TableCell>
  )
}

export function BirthdayCell({ birthday }: { birthday: Day | null }) {
  return (
    <TableCell at="second" className="whitespace-nowrap tabular-nums">
      {birthday ? germanDate(birthday) : '–'}
    </TableCell>
  )
}

/** A word before a value, on phones only, where the column heads are hidden. */
export function PhoneLabel({ children }: { children: ReactNode }) {
  return <span className="md:hidden print:hidden">{children}</span>
}

export function YearsCell({ years }: { years: number }) {
  return (
    <TableCell numeric at="right">
      {years}
      <PhoneLabel> {years === 1 ? 'Jahr' : 'Jahre'}</PhoneLabel>
    </TableCell>
  )
}

/** The cell with the button "Ehrung eintragen"; on phones below the other cells. */
export function EnterCell({ children }: { children: ReactNode }) {
  return (
    <TableCell className="text-right max-md:mt-2 max-md:[grid-column:1/-1] print:hidden">
      {children}
    </TableCell>
  )
}
