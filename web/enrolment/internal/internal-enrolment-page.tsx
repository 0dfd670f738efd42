import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { loadCostumeTypes, reloadCostumeTypes } from '#web/enrolment/enrolment.api.ts'
import { loadMembers } from '#web/enrolment/members.api.ts'
import { usePickableMembers } from '#web/enrolment/use-pickable-members.ts'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { PageHead, Wrap } from '#web/ui/page.tsx'
import { EnrolledAlert } from './enrolled-alert.tsx'
import { loadParades } from './internal.api.ts'
import { InternalEnrolment } from './internal-enrolment.tsx'
import type { Enrolled } from './use-internal-enrolment.ts'
import { useLastGood } from './use-last-good.ts'

export function loader() {
  return { parades: loadParades(), costumeTypes: loadCostumeTypes(), members: loadMembers() }
}

export function InternalEnrolmentPage() {
  const asked = useLoaderData<typeof loader>()
  const parades = useLastGood(useLoaded(asked.parades, loadParades))
  const costumeTypes = useLoaded(asked.costumeTypes, reloadCostumeTypes)
  const members = usePickableMembers(asked.members)
  const [count, setCount] = useState(0)
  const [last, setLast] = useState<Enrolled | null>(null)

  // Spec §4: after a success the page starts anew, for the next person in the queue.
  const startAnew = (enrolled: Enrolled) => {
    setLast(enrolled)
    setCount(count + 1)
    parades.reload()
  }
  return (
    <Wrap>
      <PageHead title="Umzugsanmeldung im Stall" />
      <EnrolledAlert enrolled={last} />
      <InternalEnrolment
        key={count}
        offer={{ parades, costumeTypes }}
        members={members}
        isNext={count > 0}
        onStart={() => setLast(null)}
        onEnrolled={startAnew}
      />
    </Wrap>
  )
}
