import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, type LoaderFunctionArgs, Navigate, useLoaderData } from 'react-router'
import { Failure } from '#web/components/failure.tsx'
import { PageSpinner } from '#web/components/page-spinner.tsx'
import { todaysParadeQuery } from '#web/data/parades.ts'
import { prefetch, queryOnce } from '#web/lib/query.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { berlinDay } from '#worker/domain/dates.ts'
import { useOutbox } from './outbox/use-outbox.ts'

// The argument is needed: without it, React Router's types assume a server loader.
export function loader(_: LoaderFunctionArgs) {
  // Always fetched, since a cached answer may be of another day.
  const todaysParade = queryOnce(todaysParadeQuery)
  prefetch(todaysParade)
  return { todaysParade }
}

/**
 * Redirects to today's parade, replacing the history entry. Without an answer it takes the parade
 * that the device stores for today.
 */
export function CheckInTodayPage() {
  const { todaysParade } = useLoaderData<typeof loader>()
  const { data, error, isFetching, refetch } = useQuery(todaysParade)
  const keptId = useKeptForToday()
  const isLate = useIsLate()
  const id = data ? data.paradeId : error || isLate ? keptId : null
  if (id !== null) return <Navigate to={paths.checkIn(id)} replace />
  return (
    <div className="grid content-center bg-card">
      {data ? (
        <Empty level="h1" title="Heute findet kein Umzug statt" action={<HomeLink />} />
      ) : error?.type === 'NetworkError' ? (
        <Empty
          level="h1"
          title="Umzugsteilnahme"
          action={
            <div className="grid gap-3">
              <Button size="xl" busy={isFetching} onClick={() => void refetch()}>
                Erneut laden
              </Button>
              <HomeLink />
            </div>
          }
        >
          Kein Internet, und für heute ist keine Liste auf dem Gerät.
        </Empty>
      ) : error ? (
        <div className="mx-auto grid w-full max-w-[44rem] gap-4 p-4">
          <h1>Umzugsteilnahme</h1>
          <Failure failure={error} busy={isFetching} onRetry={() => void refetch()} />
          <HomeLink />
        </div>
      ) : (
        <PageSpinner />
      )}
    </div>
  )
}

/** The id of today's first parade on the device that is not cancelled; null when there is none. */
function useKeptForToday(): number | null {
  const { lists, offset } = useOutbox()
  const today = berlinDay(new Date(Date.now() + offset))
  const kept = lists.find(({ parade }) => parade.date === today && parade.cancelledAt === null)
  return kept?.paradeId ?? null
}

const patienceInMs = 3000

/** True after `patienceInMs`, since phones often report a network that does not work. */
function useIsLate(): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceInMs)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}

function HomeLink() {
  return (
    <Button asChild size="xl">
      <Link to={paths.home}>Zur Übersicht</Link>
    </Button>
  )
}
