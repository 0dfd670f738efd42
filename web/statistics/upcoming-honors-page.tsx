import { useQuery } from '@tanstack/react-query'
import { Trophy } from 'lucide-react'
import { Link, type LoaderFunctionArgs, Navigate, useLoaderData } from 'react-router'
import { useDownload } from '#web/components/download.tsx'
import { Failure } from '#web/components/failure.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PrintButton } from '#web/components/print/print-button.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { upcomingAssemblyQuery } from '#web/data/assembly.ts'
import { settingsQuery } from '#web/data/guild.ts'
import {
  anniversariesQuery,
  downloadUpcoming,
  dutyHonorsQuery,
  incompleteMembersQuery,
} from '#web/data/statistics.ts'
import { prefetch } from '#web/lib/query.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { berlinDay, type Day, isDay } from '#worker/domain/dates.ts'
import { assemblyDay } from '#worker/domain/honors.ts'
import { AssemblyDate, dateSearch } from './assembly-date.tsx'
import { UpcomingLists, WaitingLists } from './upcoming-lists.tsx'

/** The day of the lists is in the address; without it, the settings are loaded, which have the guild's own day. */
export function loader({ request }: LoaderFunctionArgs) {
  const date = new URL(request.url).searchParams.get('date') ?? ''
  if (!isDay(date)) {
    prefetch(settingsQuery)
    return { date: null }
  }
  prefetch(
    upcomingAssemblyQuery(date),
    anniversariesQuery(date),
    dutyHonorsQuery(date),
    incompleteMembersQuery,
  )
  return { date }
}

export function UpcomingHonorsPage() {
  const { date } = useLoaderData<typeof loader>()
  const download = useDownload({
    file: downloadUpcoming(date ?? ''),
    name: 'Anstehende Ehrungen',
    disabled: date === null,
    compact: true,
  })
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        back={{ to: paths.statistics, label: 'Auswertungen' }}
        title="Anstehende Ehrungen"
        actions={
          <>
            {date && <AssemblyLink date={date} />}
            {download.button}
            <PrintButton />
          </>
        }
      />
      {download.failure}
      {date === null ? <GoToAssemblyDay /> : <UpcomingLists date={date} />}
    </Wrap>
  )
}

/** Goes to the guild's own day once the settings are loaded; if they cannot be loaded, the user chooses a day. */
function GoToAssemblyDay() {
  const { data, error, isFetching, refetch } = useQuery(settingsQuery)
  if (data) {
    const search = dateSearch(assemblyDay(data.assemblyDate, berlinDay(new Date())))
    return <Navigate to={{ search }} replace />
  }
  if (error) {
    return (
      <>
        <Failure className="mb-6" failure={error} busy={isFetching} onRetry={refetch} />
        <AssemblyDate date={null} words={null} canChoose />
      </>
    )
  }
  return <WaitingLists />
}

/** The link to the assembly, where the same honors are prepared and entered. */
function AssemblyLink({ date }: { date: Day }) {
  return (
    <Button asChild className="max-md:basis-full!">
      <Link to={{ pathname: paths.assembly, search: dateSearch(date) }}>
        <Trophy />
        Generalversammlung
      </Link>
    </Button>
  )
}
