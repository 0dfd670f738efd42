import { Link, type LoaderFunctionArgs, redirect, replace, useLoaderData } from 'react-router'
import { currentUser } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { codeOf } from '#worker/domain/check-in.ts'
import { berlinDay } from '#worker/domain/dates.ts'
import { can } from '#worker/domain/rights.ts'
import { listMissingText } from './outbox/outbox-words.ts'
import { outbox } from './outbox/use-outbox.ts'
import { linkToPerson } from './use-open-person.ts'

// The address in a confirmation's code: users who check in are led to that participant. Others see
// only a general sentence, and the server is not asked.

const publicNotice = 'Zeig diesen Code am Umzugstag.'
const noEnrolmentToday = 'Dieser Code gehört zu keiner Anmeldung für heute.'

/** How long to wait for new lists before the stored ones are used, since a person is waiting. */
const patienceMs = 4000

export async function loader({ params }: LoaderFunctionArgs): Promise<string | Response> {
  const user = currentUser()
  if (!user) return publicNotice
  const code = codeOf(params.code ?? '')
  if (code === null || !can(user, 'checkIn')) return noEnrolmentToday
  const isAnswered = await refreshLists()
  const { lists, offset, signIn } = outbox.state()
  const today = berlinDay(new Date(Date.now() + offset))
  // The first list of today that contains the code.
  const ofToday = lists.filter(({ parade }) => parade.date === today)
  for (const { paradeId, rows } of ofToday) {
    const person = rows.find((row) => row.code === code)
    if (person) return replace(paths.checkIn(paradeId) + linkToPerson(person.id).to.search)
  }
  if (signIn === 'ended') return redirect(paths.loginAfter('ended'))
  if (isAnswered || ofToday.length > 0) return noEnrolmentToday
  return signIn === 'over' ? redirect(paths.loginAfter('expired')) : listMissingText
}

async function refreshLists(): Promise<boolean> {
  await outbox.start()
  const asking = outbox.preloadLists().then(
    () => !outbox.state().isOffline && outbox.state().signIn === 'fine',
    () => false,
  )
  const patience = new Promise<false>((resolve) => setTimeout(resolve, patienceMs, false))
  return Promise.race([asking, patience])
}

export function PersonCodePage() {
  const sentence = useLoaderData<typeof loader>()
  return (
    <>
      <h1 className="text-balance text-2xl">{sentence}</h1>
      {sentence !== publicNotice && (
        <Button asChild size="xl" className="mt-6">
          <Link to={paths.home}>Zur Übersicht</Link>
        </Button>
      )}
    </>
  )
}
