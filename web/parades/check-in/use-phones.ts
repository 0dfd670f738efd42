import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { phonesQuery } from '#web/data/parades-check-in.ts'

/** By participation, as long as somebody asks who is missing. With a line only: the device keeps none. */
export function usePhones(paradeId: number, isAsked: boolean) {
  const { data, error } = useQuery({ ...phonesQuery(paradeId), enabled: isAsked })
  const phones = useMemo(
    () =>
      new Map(
        isAsked ? data?.map(({ participationId, phone }) => [participationId, phone]) : undefined,
      ),
    [data, isAsked],
  )
  return { phones, error: isAsked ? error : null }
}
