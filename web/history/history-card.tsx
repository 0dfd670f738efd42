import { useId } from 'react'
import { QuerySection } from '#web/components/query-section.tsx'
import type { HistoryScope } from '#web/data/history.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { HistoryList } from './history-list.tsx'
import { useHistory } from './use-history.ts'

type HistoryCardProps = {
  scope: HistoryScope
  /** Left out: the page's own title says it. */
  title?: string
}

/** Who changed what, newest first. */
export function HistoryCard({ scope, title }: HistoryCardProps) {
  const titleId = useId()
  const { history, names, now } = useHistory(scope)
  return (
    <Card
      bleed
      {...(title ? { 'aria-labelledby': titleId } : { 'aria-label': 'Verlauf' })}
      className="print:hidden"
    >
      {title && <CardHead id={titleId} title={title} />}
      <QuerySection query={history} waiting={<HistorySkeleton />} className="mx-6 mb-6 max-md:mx-4">
        {({ entries, about, next }) =>
          entries.length === 0 ? (
            <p className="px-6 pb-5 text-muted-foreground first:pt-5 max-md:px-4">
              Noch nichts. Was ab jetzt geändert wird, steht dann hier.
            </p>
          ) : (
            <>
              <HistoryList
                entries={entries}
                about={about}
                names={names}
                scope={scope}
                now={now}
                level={title ? 'h3' : 'h2'}
              />
              {next !== null && (
                <div className="mt-1 border-t px-6 pt-2 pb-4 max-md:px-4">
                  <Button
                    variant="ghost"
                    size="sm"
                    className="-ml-3"
                    busy={history.isFetchingNextPage}
                    onClick={() => void history.fetchNextPage()}
                  >
                    Weitere
                  </Button>
                </div>
              )}
            </>
          )
        }
      </QuerySection>
    </Card>
  )
}

function HistorySkeleton() {
  return (
    <Loading>
      <CardBody className="grid gap-4 pt-3">
        {['70%', '55%', '65%', '60%'].map((width) => (
          <Skeleton key={width} width={width} className="h-5" />
        ))}
      </CardBody>
    </Loading>
  )
}
