import { type Dispatch, useEffect } from 'react'
import { QuerySection } from '#web/components/query-section.tsx'
import { memberCostumesQuery } from '#web/data/members.ts'
import { isOwnedOn } from '#web/lib/is-owned-on.ts'
import { useFirstAnswer } from '#web/lib/query.ts'
import { berlinDay } from '#worker/domain/dates.ts'
import type { InternalAction, OwnCostume } from './internal-form.ts'

type WardrobeNoteProps = { memberId: number; dispatch: Dispatch<InternalAction> }

/** Asks what the member owns today, hands it to the form and says it. */
export function WardrobeNote({ memberId, dispatch }: WardrobeNoteProps) {
  const costumes = useFirstAnswer(memberCostumesQuery(memberId))
  const { data } = costumes
  useEffect(() => {
    if (data) dispatch({ type: 'wardrobeCame', wardrobe: ownedToday(data) })
  }, [data, dispatch])
  return (
    <QuerySection query={costumes} waiting={null}>
      {(known) => <p className="text-xs max-md:text-sm">{sentence(ownedToday(known))}</p>}
    </QuerySection>
  )
}

function ownedToday(costumes: readonly OwnCostume[]): OwnCostume[] {
  const today = berlinDay(new Date())
  return costumes.filter((one) => isOwnedOn(today, one))
}

function sentence(costumes: readonly OwnCostume[]): string {
  if (costumes.length === 0) return 'Kein eigenes Kleid eingetragen.'
  const names = costumes.map(({ type, number }) => `${type.name} ${number}`)
  return `${names.length === 1 ? 'Eigenes Kleid' : 'Eigene Kleider'}: ${names.join(', ')}`
}
