import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { membersQuery } from '#web/data/members.ts'
import type { MemberRow } from '#worker/members/members.contract.ts'

/**
 * The members chosen before the page was opened. Kept in the history state, so that the choice
 * survives a reload but is in no address.
 */
export type ChosenState = { memberIds: number[] }

export function chosenState(members: readonly MemberRow[]): ChosenState {
  return { memberIds: members.map(({ id }) => id) }
}

/** The ids of the chosen members, in the order of choice; none when the page was opened directly. */
function useChosenIds(): number[] {
  const state: unknown = useLocation().state
  if (typeof state !== 'object' || state === null || !('memberIds' in state)) return []
  const { memberIds } = state
  return Array.isArray(memberIds) ? memberIds.filter((id) => Number.isInteger(id)) : []
}

export function useChosenMembers() {
  const ids = useChosenIds()
  const query = useQuery(membersQuery)
  return { ids, query, membersOf: (rows: readonly MemberRow[]) => membersById(rows, ids) }
}

function membersById(rows: readonly MemberRow[], ids: readonly number[]): MemberRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
}
