import { useState } from 'react'
import { useAct } from '#web/lib/use-act.ts'
import type { UnmatchedPerson } from '#worker/enrolment/enrolment.contract.ts'
import { type Act, type Candidate, candidatesOf, perform, type Standing } from './correction.ts'

const unmatched: Standing = { match: null, note: '' }

/** How one row stands, what runs, and what came of the last try. */
export function useCorrection(person: UnmatchedPerson, onMatched: (isMatched: boolean) => void) {
  const [standing, setStanding] = useState(unmatched)
  const [lastAct, setLastAct] = useState<Act | null>(null)
  const [candidates, setCandidates] = useState<Candidate[] | null>(null)

  const attempt = async (act: Act) => {
    setLastAct(act)
    const result = await perform(person, act)
    setCandidates(result.ok ? null : candidatesOf(result.failure))
    return result
  }
  const { run, isBusy, failure } = useAct(attempt, (next) => {
    setStanding(next)
    onMatched(next.match !== null)
  })

  return {
    standing,
    run: (act: Act) => void run(act),
    /** The act that runs now: its button turns. */
    running: isBusy ? lastAct : null,
    /** What failed; a question is none. */
    failed: failure && lastAct && !candidatesOf(failure) ? { act: lastAct, failure } : null,
    candidates,
    forget: () => setCandidates(null),
  }
}

export type Correction = ReturnType<typeof useCorrection>
