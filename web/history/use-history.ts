import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { costumeTypesQuery } from '#web/data/costumes.ts'
import { useHonorLabels } from '#web/data/guild.ts'
import { type HistoryScope, historyPages } from '#web/data/history.ts'
import type { Names } from './values.ts'

const noNames = { member: {}, costume: {}, parade: {} }

/** The history of something, and what is called how in it. */
export function useHistory(scope: HistoryScope) {
  const history = useInfiniteQuery(historyPages(scope))
  const namesTypes = history.data?.entries.some(({ lines }) =>
    lines.some(({ changes }) => changes !== null && 'costumeTypeId' in changes),
  )
  const types = useQuery({ ...costumeTypesQuery, enabled: namesTypes === true }).data
  const honor = useHonorLabels()
  const [now] = useState(() => new Date())
  const names: Names = {
    ...(history.data?.names ?? noNames),
    costumeType: Object.fromEntries((types ?? []).map(({ id, name }) => [id, name])),
    honor,
  }
  return { history, names, now }
}
