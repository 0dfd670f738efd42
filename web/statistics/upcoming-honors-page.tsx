import { Printer } from 'lucide-react'
import { Link, type LoaderFunctionArgs, Navigate, useLoaderData } from 'react-router'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { useDownload } from '#web/ui/download.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { PageHead, Wrap } from '#web/ui/page.tsx'
import { PrintHead } from '#web/ui/print-head.tsx'
import { berlinDay, type Day, isDay } from '#worker/domain/dates.ts'
import { assemblyDay } from '#worker/domain/honors.ts'
import { AssemblyDate, dateSearch } from './assembly-date.tsx'
import {
  downloadUpcoming,
  loadAnniversaries,
  loadDutyHonors,
  loadSettings,
  upcomingNotDownloaded,
} from './statistics.api.ts'
import { UpcomingLists, WaitingLists } from './upcoming-lists.tsx'

/** The day stands in the address; where it does not, the guild's own is asked for. */
export function loader({ request }: LoaderFunctionArgs) {
  const date = new URL(request.url).searchParams.get('date') ?? ''
  if (!isDay(date)) return { date: null, settings: loadSettings() }
  return { date, anniversaries: loadAnniversaries(date), dutyHonors: loadDutyHonors(date) }
}

export function UpcomingHonorsPage() {
  const asked = useLoaderData<typeof loader>()
  const { date } = asked
  const download = useDownload({
    load: () => downloadUpcoming(date ?? ''),
    name: 'Anstehende Ehrungen',
    notDownloaded: upcomingNotDownloaded,
    disabled: date === null,
  })
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        back={{ to: paths.statistics, label: 'Auswertungen' }}
        title="Anstehende Ehrungen"
        actions={
          <>
            {date && <CallUpLink date={date} />}
            {download.button}
          </>
        }
      />
      {download.failure}
      {asked.date === null ? <AskDate settings={asked.settings} /> : <UpcomingLists {...asked} />}
    </Wrap>
  )
}

type Settings = Awaited<ReturnType<typeof loadSettings>>

/** Another day than the guild's must not be taken for it: without the settings somebody chooses. */
function AskDate({ settings }: { settings: Promise<Settings> }) {
  const { result, isPending, reload } = useLoaded(settings, loadSettings)
  if (!result) return <WaitingLists />
  if (!result.ok) {
    return (
      <>
        <Failure
          className="mb-6"
          message="Die Einstellungen konnten nicht geladen werden"
          failure={result.failure}
          busy={isPending}
          onRetry={reload}
        />
        <AssemblyDate date={null} lists={[]} canChoose />
      </>
    )
  }
  const search = dateSearch(assemblyDay(result.data.assemblyDate, berlinDay(new Date())))
  return <Navigate to={{ search }} replace />
}

function CallUpLink({ date }: { date: Day }) {
  return (
    <Button asChild className="max-md:basis-full!">
      <Link to={{ pathname: paths.callUpList, search: dateSearch(date) }}>
        <Printer />
        Aufrufliste
      </Link>
    </Button>
  )
}
