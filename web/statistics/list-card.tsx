import type { ReactNode } from 'react'
import { QuerySection, type SectionQuery } from '#web/components/query-section.tsx'
import { TableSkeleton } from '#web/components/table-skeleton.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'

type ListCardProps<Row> = {
  title: ReactNode
  rows: SectionQuery<Row[]>
  heads: readonly string[]
  /** Shown when there are no rows. */
  empty: string
  children: (rows: readonly Row[]) => ReactNode
}

/** A list with its own loading, error and empty states. */
export function ListCard<Row>({ title, rows, ...props }: ListCardProps<Row>) {
  const count = rows.data?.length ?? 0
  return (
    <Card bleed>
      <CardHead title={title} tally={count > 0 && count} className="print:py-0" />
      <QuerySection
        query={rows}
        waiting={<TableSkeleton heads={props.heads} />}
        className="mx-6 mb-6 max-md:mx-4 max-md:mb-4"
      >
        {(all) =>
          all.length > 0 ? (
            props.children(all)
          ) : (
            <p className="px-6 pb-6 text-muted-foreground max-md:px-4 max-md:pb-5 print:p-0">
              {props.empty}
            </p>
          )
        }
      </QuerySection>
    </Card>
  )
}
