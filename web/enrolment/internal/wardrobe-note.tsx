import { type Dispatch, useEffect, useState } from 'react'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { WhenLoaded } from '#web/ui/when-loaded.tsx'
import { type CostumeOfMember, loadWardrobe, wardrobeNotLoaded } from './internal.api.ts'
import type { InternalAction } from './internal-form.ts'

type WardrobeNoteProps = { memberId: number; dispatch: Dispatch<InternalAction> }

/** Asks what the member owns today, hands it to the form and says it. */
export function WardrobeNote({ memberId, dispatch }: WardrobeNoteProps) {
  const [asked] = useState(() => loadWardrobe(memberId))
  const loaded = useLoaded(asked, () => loadWardrobe(memberId))
  const { result } = loaded
  useEffect(() => {
    if (result?.ok) dispatch({ type: 'wardrobeCame', wardrobe: ownedToday(result.data) })
  }, [result, dispatch])
  return (
    <WhenLoaded loaded={loaded} message={wardrobeNotLoaded} waiting={null}>
      {(costumes) => <p className="text-xs max-md:text-sm">{sentence(ownedToday(costumes))}</p>}
    </WhenLoaded>
  )
}

function ownedToday(costumes: readonly CostumeOfMember[]): CostumeOfMember[] {
  return costumes.filter(({ ownedTo }) => ownedTo === null)
}

function sentence(costumes: readonly CostumeOfMember[]): string {
  if (costumes.length === 0) return 'Kein eigenes Kleid eingetragen.'
  const names = costumes.map(({ type, number }) => `${type.name} ${number}`)
  return `${names.length === 1 ? 'Eigenes Kleid' : 'Eigene Kleider'}: ${names.join(', ')}`
}
