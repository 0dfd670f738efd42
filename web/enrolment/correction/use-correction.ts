import { useState } from 'react'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import type { UnmatchedPerson } from '#worker/enrolment/enrolment.contract.ts'
import {
  type Candidate,
  type CorrectionAction,
  candidatesOf,
  performAction,
  type RowState,
} from './correction.ts'

/** The state of one row, the running request and the last failure. */
export function useCorrection(
  person: UnmatchedPerson,
  rowState: RowState,
  onRowState: (next: RowState) => void,
) {
  const [own, setOwn] = useState<RowState | null>(null)
  const [candidates, setCandidates] = useState<Candidate[] | null>(null)

  const correction = {
    mutationFn: (action: CorrectionAction) => performAction(person, action),
    onError: (failure: CallFailure) => setCandidates(candidatesOf(failure)),
  }
  const { submit, isPending, variables, failure } = useSubmit(correction, (next) => {
    setCandidates(null)
    setOwn(next)
    onRowState(next)
  })

  return {
    rowState,
    /** Whether the state comes from this row's buttons rather than from matching several. */
    isOwn: rowState === own,
    run: (action: CorrectionAction) => void submit(action),
    /** The running action, whose button shows a spinner. */
    running: isPending ? (variables ?? null) : null,
    /** null also when the server asks about similar members (`candidates`). */
    failure: failure && !candidatesOf(failure) ? failure : null,
    candidates,
    forget: () => setCandidates(null),
  }
}

export type Correction = ReturnType<typeof useCorrection>
