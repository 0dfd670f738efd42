import { useQuery } from '@tanstack/react-query'
import { participantsQuery } from '#web/data/parades.ts'
import { queryClient } from '#web/lib/query.ts'
import { useQuietMoment } from '#web/lib/quiet-moment.ts'
import { mergeRows, type Participant } from './list.ts'

const refreshEveryInMs = 30_000

/** The parade's rows, kept up to date with what other helpers do meanwhile. */
export function useCheckInList(paradeId: number) {
  const whenStill = useQuietMoment()
  const { queryKey, queryFn } = participantsQuery(paradeId)
  return useQuery({
    queryKey,
    queryFn: async (context) => {
      const rows = await queryFn(context)
      // The first answer moves nothing.
      if (queryClient.getQueryData(queryKey)) await whenStill()
      return rows
    },
    structuralSharing: merged,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => untilNextLook(state),
  })
}

/** The library hands over what the query holds and what came, without their types. */
function merged(known: unknown, fresh: unknown): unknown {
  return mergeRows(known as readonly Participant[] | undefined, fresh as readonly Participant[])
}

type LastAnswers = { fetchStatus: string; dataUpdatedAt: number; errorUpdatedAt: number }

/**
 * Counted from the server's last answer: the library begins to count anew with every change, and
 * who ticks all the time would never see what others do.
 */
function untilNextLook({ fetchStatus, dataUpdatedAt, errorUpdatedAt }: LastAnswers): number {
  if (fetchStatus === 'fetching') return refreshEveryInMs
  const next = Math.max(dataUpdatedAt, errorUpdatedAt) + refreshEveryInMs
  return Math.max(next - Date.now(), 1000)
}
