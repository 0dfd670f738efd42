import type { ComponentProps, ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'
import { Card } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

/** A card of boxes in two columns, one column on the phone. */
export function FactsCard({ className, ...rest }: ComponentProps<typeof Card>) {
  return (
    <Card
      bleed
      className={cn(
        'grid overflow-hidden md:grid-cols-2',
        '*:border-t *:first:border-t-0 md:*:nth-[2]:border-t-0 md:*:odd:border-r',
        'print:grid-cols-2 print:gap-x-6 print:*:border-r-0! print:*:nth-[2]:border-t-0',
        className,
      )}
      {...rest}
    />
  )
}

export function FactBox({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="px-6 pt-5.5 pb-6 max-md:px-4 max-md:pt-4.5 max-md:pb-5 print:break-inside-avoid print:px-0 print:py-3">
      <h2 className="mb-3.5 flex items-center gap-2.5">{title}</h2>
      {children}
    </div>
  )
}

/** A list of `Fact`s, each a label with its value. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[9.25rem_minmax(0,1fr)] gap-x-4 gap-y-2.25 max-md:grid-cols-[minmax(6.5rem,8rem)_minmax(0,1fr)] print:grid-cols-[6.75rem_minmax(0,1fr)] print:gap-x-3 print:gap-y-1">
      {children}
    </dl>
  )
}

/** A label with its value; a missing value is shown as a dash. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="wrap-anywhere tabular-nums">{children || '–'}</dd>
    </div>
  )
}

/** The boxes with placeholders while the values load; `boxes` has the labels of each box by its title. */
export function FactsSkeleton({ boxes }: { boxes: Record<string, readonly string[]> }) {
  return (
    <Loading>
      <FactsCard>
        {Object.entries(boxes).map(([title, labels]) => (
          <FactBox key={title} title={title}>
            <Facts>
              {labels.map((label) => (
                <Fact key={label} label={label}>
                  <Skeleton width="60%" className="my-1.25" />
                </Fact>
              ))}
            </Facts>
          </FactBox>
        ))}
      </FactsCard>
    </Loading>
  )
}
