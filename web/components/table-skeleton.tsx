import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'

const widths = ['64%', '48%', '72%', '55%']

/** A table's real headings over four placeholder rows. */
export function TableSkeleton({ heads, size }: { heads: readonly string[]; size?: 'md' | 'sm' }) {
  return (
    <Loading>
      <Table size={size ?? 'md'} phone="flow">
        <TableHead>
          <TableRow>
            {heads.map((head) => (
              <TableHeadCell key={head}>{head}</TableHeadCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {widths.map((width) => (
            <TableRow key={width}>
              {heads.map((head, column) => (
                <TableCell key={head}>
                  <Skeleton width={column === 0 ? width : '50%'} />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Loading>
  )
}
