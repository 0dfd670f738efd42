import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PageSpinner } from '#web/components/page-spinner.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { type CircularRow, circularsQuery } from '#web/data/circulars.ts'
import { prefetch } from '#web/lib/query.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { germanInstant } from '#worker/domain/dates.ts'
import { CircularBadge, recipientCount } from './circular-badge.tsx'

export function loader() {
  prefetch(circularsQuery)
  return null
}

export function CircularsPage() {
  const circulars = useQuery(circularsQuery)
  return (
    <Wrap narrow>
      <PageHead
        back={{ to: paths.members, label: 'Mitgliederliste' }}
        title="Rundmails"
        lead="Was an viele Mitglieder geschrieben wurde. Nach zwölf Monaten wird es gelöscht."
      />
      <QuerySection query={circulars} waiting={<PageSpinner />}>
        {(rows) => (
          <Card bleed>
            {rows.length > 0 ? (
              <ul className="divide-y">
                {rows.map((circular) => (
                  <Row key={circular.id} circular={circular} />
                ))}
              </ul>
            ) : (
              <Empty
                title="Noch keine Rundmail"
                level="h2"
                action={
                  <Button asChild>
                    <Link to={paths.members}>Zur Mitgliederliste</Link>
                  </Button>
                }
              >
                Hake in der Mitgliederliste an, wem Du schreibst, und drücke auf „Rundmail“.
              </Empty>
            )}
          </Card>
        )}
      </QuerySection>
    </Wrap>
  )
}

function Row({ circular }: { circular: CircularRow }) {
  const { id, subject, createdAt, createdBy, counts } = circular
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-6 py-3.5 max-md:px-4">
      <div className="min-w-0">
        <Link
          to={paths.circular(id)}
          className="wrap-anywhere inline-flex min-h-8 items-center font-semibold"
        >
          {subject}
        </Link>
        <p className="text-muted-foreground text-sm tabular-nums">
          {germanInstant(createdAt)}, {createdBy}, {counts.sent} von {recipientCount(circular)}{' '}
          verschickt
        </p>
      </div>
      <CircularBadge circular={circular} />
    </li>
  )
}
