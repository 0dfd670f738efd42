import { type FormEvent, useState } from 'react'
import { enterAtParade } from '#web/data/parades-check-in.ts'
import type { WayBack } from '#web/lib/undo.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import type { Participant } from './list.ts'
import { atParadeRequest, emptyEntry, type OnSiteEntry, onSiteProblems } from './on-site-entry.ts'

export function useCheckInOnSite(
  paradeId: number,
  onEntered: (row: Participant, wayBack: WayBack | null) => void,
) {
  const [entry, setEntry] = useState(emptyEntry)
  const { submit, isPending, failure, reset } = useSubmit(
    enterAtParade(paradeId),
    (row, _, wayBack) => onEntered(row, wayBack),
  )
  return {
    entry,
    change(change: Partial<OnSiteEntry>) {
      // What was refused is no longer what stands there.
      if (failure) reset()
      setEntry((last) => ({ ...last, ...change }))
    },
    failure,
    problems: onSiteProblems(failure),
    isPending,
    submit(event: FormEvent) {
      event.preventDefault()
      const body = atParadeRequest(entry)
      if (body) void submit(body)
    },
  }
}
