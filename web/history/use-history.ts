import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useHonorLabels } from '#web/data/guild.ts'
import { type HistoryScope, historyPages } from '#web/data/history.ts'
import type { Names } from './values.ts'

const noNames = { member: {}, costume: {}, parade: {}, costumeType: {} }

/** The history of something, and what is called how in it. */
export function useHistory(scope: HistoryScope) {
  const history = useInfiniteQuery(historyPages(scope))
  const honor = useHonorLabels()
  const [now] = useState(() => new Date())
  const names: Names = { ...(history.data?.names ?? noNames), honor }
  return { history, names, now }
}
