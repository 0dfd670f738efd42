import type { ReactNode } from 'react'
import { QuerySection, type SectionQuery } from '#web/components/query-section.tsx'
import { TableSkeleton } from '#web/components/table-skeleton.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'

type SectionCardProps<Row> = {
  title: string
  rows: SectionQuery<Row[]>
  heads: readonly string[]
  /** Shown when there are no rows. */
  empty: string
  /** The text beside the title; by default the number of rows. */
  tally?: (rows: readonly Row[]) => string
  action?: ReactNode
  /** Shown before the rows, and when there are none. */
  lead?: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

/** A table below a member, with its own loading, error and empty states. */
export function SectionCard<Row>({ title, rows, ...props }: SectionCardProps<Row>) {
  const known = rows.data ?? []
  const tally = props.tally?.(known) ?? String(known.length)
  return (
    <Card bleed>
      <CardHead title={title} tally={known.length > 0 && tally} actions={props.action} />
      <QuerySection
        query={rows}
        waiting={<TableSkeleton heads={props.heads} size="sm" />}
        className="mx-6 mb-6 max-md:mx-4 max-md:mb-4"
      >
        {(all) =>
          all.length > 0 ? (
            <>
              {props.lead}
              {props.children(all)}
            </>
          ) : (
            <>
              {props.lead}
              <p className="px-6 pb-6 text-muted-foreground max-md:px-4 max-md:pb-5 print:px-0 print:pb-0">
                {props.empty}
              </p>
            </>
          )
        }
      </QuerySection>
    </Card>
  )
}
