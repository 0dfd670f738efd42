import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { membersQuery } from '#web/data/members.ts'
import type { MemberRow } from '#worker/members/members.contract.ts'

/** Whom the act before this page was for. It lies with the tab's history: a reload keeps it, no address tells it. */
export type ChosenState = { memberIds: number[] }

export function chosenState(members: readonly MemberRow[]): ChosenState {
  return { memberIds: members.map(({ id }) => id) }
}

/** In the order in which they were chosen; who is no more is left out. */
function useChosenIds(): number[] {
  const state: unknown = useLocation().state
  if (typeof state !== 'object' || state === null || !('memberIds' in state)) return []
  const { memberIds } = state
  return Array.isArray(memberIds) ? memberIds.filter((id) => Number.isInteger(id)) : []
}

export function useChosenMembers() {
  const ids = useChosenIds()
  const query = useQuery(membersQuery)
  return { ids, query, membersOf: (rows: readonly MemberRow[]) => pick(rows, ids) }
}

function pick(rows: readonly MemberRow[], ids: readonly number[]): MemberRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
}
