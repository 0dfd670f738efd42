import { Link, Navigate, useLoaderData, useRevalidator } from 'react-router'
import { paradeNotLoaded } from '#web/parades/parades.api.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { loadTodaysParade } from './check-in.api.ts'

export const loader = loadTodaysParade

/** Today's parade, if there is one, takes this page's place, in the browser's history as well. */
export function CheckInTodayPage() {
  const today = useLoaderData<typeof loader>()
  const { revalidate, state } = useRevalidator()
  if (today.ok && today.data.paradeId !== null) {
    return <Navigate to={paths.checkIn(today.data.paradeId)} replace />
  }
  return (
    <div className="grid min-h-dvh content-center bg-card">
      {today.ok ? (
        <Empty level="h1" title="Heute findet kein Umzug statt" action={<HomeLink />} />
      ) : (
        <div className="mx-auto grid w-full max-w-[44rem] gap-4 p-4">
          <h1>Umzugsteilnahme</h1>
          <Failure
            message={paradeNotLoaded}
            failure={today.failure}
            busy={state === 'loading'}
            onRetry={revalidate}
          />
          <HomeLink />
        </div>
      )}
    </div>
  )
}

function HomeLink() {
  return (
    <Button asChild size="xl">
      <Link to={paths.home}>Zur Übersicht</Link>
    </Button>
  )
}
