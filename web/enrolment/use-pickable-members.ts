import { useMemo } from 'react'
import type { Result } from '#web/lib/result.ts'
import { type Loaded, useLoaded } from '#web/lib/use-loaded.ts'
import { loadMembers, type Member } from './members.api.ts'

export type LoadedMembers = Loaded<Member[]> & {
  /** Whoever may take part: Active or Passive. null while they are not known. */
  pickable: Member[] | null
}

export function usePickableMembers(asked: Promise<Result<Member[]>>): LoadedMembers {
  const loaded = useLoaded(asked, loadMembers)
  const members = loaded.result?.ok ? loaded.result.data : null
  const pickable = useMemo(() => members?.filter(isInTheGuild) ?? null, [members])
  return { ...loaded, pickable }
}

function isInTheGuild({ membershipState }: Member): boolean {
  return membershipState === 'Active' || membershipState === 'Passive'
}
