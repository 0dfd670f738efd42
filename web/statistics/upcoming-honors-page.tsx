import { Printer } from 'lucide-react'
import { Link, type LoaderFunctionArgs, Navigate, useLoaderData } from 'react-router'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { PageHead, Wrap } from '#web/ui/page.tsx'
import { PrintHead } from '#web/ui/print-head.tsx'
import { berlinDay, type Day, isDay } from '#worker/domain/dates.ts'
import { assemblyDay } from '#worker/domain/honors.ts'
import { dateSearch } from './assembly-date.tsx'
import { useDownload } from './download.tsx'
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

/** Whatever the guild's settings say or do not say, there is a day to begin with. */
function AskDate({ settings }: { settings: Promise<Settings> }) {
  const { result } = useLoaded(settings, loadSettings)
  if (!result) return <WaitingLists />
  const stored = result.ok ? result.data.assemblyDate : null
  const search = dateSearch(assemblyDay(stored, berlinDay(new Date())))
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
