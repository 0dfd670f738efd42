import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { QuerySection } from '#web/components/query-section.tsx'
import { type GuildCodes, useHonorKinds, useOffices } from '#web/data/guild.ts'
import { type History, type HistoryScope, historyPages } from '#web/data/history.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { addDays, berlinDay, type Day, germanDateWithWeekday } from '#worker/domain/dates.ts'
import { EntryItem } from './entry-item.tsx'
import type { ReferenceNames } from './values.ts'

type HistoryCardProps = {
  scope: HistoryScope
  /** The card's title; left out when the page has the same. */
  title?: string
}

/** The changes of a record, newest first. */
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

type HistoryListProps = {
  entries: History['entries']
  about: History['about']
  names: ReferenceNames
  scope: HistoryScope
  now: Date
  level: 'h2' | 'h3'
}

/** The entries grouped by day, newest first. */
function HistoryList({ entries, about, level: DayTitle, now, ...rest }: HistoryListProps) {
  const days = [...Map.groupBy(entries, ({ at }) => berlinDay(new Date(at)))]
  const today = berlinDay(now)
  return days.map(([day, ofDay]) => (
    <section key={day} aria-label={dayWords(day, today)}>
      <DayTitle className="px-6 pt-4 pb-1.5 font-sans font-semibold text-muted-foreground text-sm tracking-normal max-md:px-4">
        {dayWords(day, today)}
      </DayTitle>
      <ul>
        {ofDay.map((entry) => (
          <EntryItem
            key={entry.requestId}
            entry={entry}
            about={about[entry.requestId] ?? nothing}
            now={now}
            {...rest}
          />
        ))}
      </ul>
    </section>
  ))
}

const nothing = { member: [], costume: [], parade: [] }

function dayWords(day: Day, today: Day): string {
  const words = germanDateWithWeekday(day)
  if (day === today) return `Heute, ${words}`
  return day === addDays(today, -1) ? `Gestern, ${words}` : words
}

const noNames = { member: {}, costume: {}, parade: {}, costumeType: {} }

const labelsOf = ({ all }: GuildCodes<string>) =>
  Object.fromEntries(all.map(({ code, label }) => [code, label]))

/** The pages of a history, with the names for its ids and codes. */
function useHistory(scope: HistoryScope) {
  const history = useInfiniteQuery(historyPages(scope))
  const honors = useHonorKinds()
  const offices = useOffices()
  const [now] = useState(() => new Date())
  const names: ReferenceNames = {
    ...(history.data?.names ?? noNames),
    honor: labelsOf(honors),
    duty: labelsOf(offices),
  }
  return { history, names, now }
}
