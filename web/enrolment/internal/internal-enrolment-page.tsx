import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { costumeTypesQuery } from '#web/data/costumes.ts'
import { paradesToComeQuery } from '#web/data/enrolment.ts'
import { membersQuery } from '#web/data/members.ts'
import { usePickableMembers } from '#web/enrolment/use-pickable-members.ts'
import { prefetch } from '#web/lib/query.ts'
import { EnrolledAlert } from './enrolled-alert.tsx'
import { InternalEnrolment } from './internal-enrolment.tsx'
import type { Enrolled } from './use-internal-enrolment.ts'

export function loader() {
  prefetch(paradesToComeQuery, costumeTypesQuery, membersQuery)
  return null
}

export function InternalEnrolmentPage() {
  const parades = useQuery(paradesToComeQuery)
  const costumeTypes = useQuery(costumeTypesQuery)
  const members = usePickableMembers()
  const [count, setCount] = useState(0)
  const [last, setLast] = useState<Enrolled | null>(null)

  // Spec §4: after a success the page starts anew, for the next person in the queue.
  const startAnew = (enrolled: Enrolled) => {
    setLast(enrolled)
    setCount(count + 1)
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
