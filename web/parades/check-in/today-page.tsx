import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, type LoaderFunctionArgs, Navigate, useLoaderData } from 'react-router'
import { Failure } from '#web/components/failure.tsx'
import { PageSpinner } from '#web/components/page-spinner.tsx'
import { todaysParadeQuery } from '#web/data/parades.ts'
import { freshQuery, prefetch } from '#web/lib/query.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { berlinDay } from '#worker/domain/dates.ts'
import { useOutbox } from './outbox/use-outbox.ts'

// Takes an argument: without one, React Router's types believe that it runs on a server.
export function loader(_: LoaderFunctionArgs) {
  // Where it leads is decided by what is so today, not by what was so before.
  const todaysParade = freshQuery(todaysParadeQuery)
  prefetch(todaysParade)
  return { todaysParade }
}

/**
 * Today's parade, if there is one, takes this page's place, in the browser's history as well. Without an
 * answer it is the one that the device keeps for today.
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

/** The first of today's that takes place; null = none is on the device. */
function useKeptForToday(): number | null {
  const { lists, offset } = useOutbox()
  const today = berlinDay(new Date(Date.now() + offset))
  const kept = lists.find(({ parade }) => parade.date === today && parade.cancelledAt === null)
  return kept?.paradeId ?? null
}

const patienceInMs = 3000

/** In the street a line that is there often brings nothing. */
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
