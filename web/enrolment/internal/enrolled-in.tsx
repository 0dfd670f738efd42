import { type Dispatch, useEffect } from 'react'
import { QuerySection } from '#web/components/query-section.tsx'
import { memberParadesQuery } from '#web/data/members.ts'
import { useFirstAnswer } from '#web/lib/query.ts'
import type { InternalAction } from './internal-form.ts'

type EnrolledInProps = { memberId: number; dispatch: Dispatch<InternalAction> }

/** Asks where the member takes part already, and hands it to the form, which marks those parades. */
export function EnrolledIn({ memberId, dispatch }: EnrolledInProps) {
  const parades = useFirstAnswer(memberParadesQuery(memberId))
  const { data } = parades
  useEffect(() => {
    if (data) dispatch({ type: 'participationsCame', paradeIds: data.map(({ id }) => id) })
  }, [data, dispatch])
  return (
    <QuerySection query={parades} waiting={null}>
      {() => null}
    </QuerySection>
  )
}
