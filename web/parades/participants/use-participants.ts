import { useCallback, useState } from 'react'
import type { Result } from '#web/lib/result.ts'
import { type Loaded, useLoaded } from '#web/lib/use-loaded.ts'
import { loadParticipants } from '#web/parades/parades.api.ts'
import { putByName } from '#web/parades/participants.ts'
import type { Participation } from '#worker/parades/parades.contract.ts'

export type Participants = Loaded<Participation[]> & {
  put: (row: Participation) => void
  remove: (row: Participation) => void
}

type Rows = readonly Participation[]
type Edited = { of: Result<Participation[]> | null; rows: Participation[] }

/** The parade's participants. What an act answers goes into the list; nothing is asked again. */
export function useParticipants(
  paradeId: number,
  asked: Promise<Result<Participation[]>>,
): Participants {
  const loaded = useLoaded(asked, () => loadParticipants(paradeId))
  const { result } = loaded
  const [edited, setEdited] = useState<Edited | null>(null)
  const edit = useCallback(
    (change: (rows: Rows) => Participation[]) =>
      setEdited((last) => {
        const rows = last?.of === result ? last.rows : result?.ok ? result.data : []
        return { of: result, rows: change(rows) }
      }),
    [result],
  )
  return {
    ...loaded,
    result: result?.ok && edited?.of === result ? { ...result, data: edited.rows } : result,
    put: useCallback((row) => edit((rows) => putByName(rows, row)), [edit]),
    remove: useCallback(({ id }) => edit((rows) => rows.filter((one) => one.id !== id)), [edit]),
  }
}
