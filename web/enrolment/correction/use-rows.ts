import { useState } from 'react'
import type { UnmatchedPerson } from '#worker/enrolment/enrolment.contract.ts'
import type { Standing } from './correction.ts'
import { afterMatching, afterUndoing, type Rows } from './rows.ts'

type Open = readonly UnmatchedPerson[] | null

/** The rows of one visit. @param first as they were when the page was opened */
export function useRows(first: readonly UnmatchedPerson[]) {
  const [rows, setRows] = useState<Rows>({ people: first, standings: new Map() })
  return {
    rows,
    setStanding: (id: number, next: Standing) =>
      setRows((before) => ({ ...before, standings: new Map(before.standings).set(id, next) })),
    matchedTogether: (people: readonly UnmatchedPerson[], act: number, open: Open) =>
      setRows((before) => afterMatching(before, people, act, open)),
    undone: (people: Parameters<typeof afterUndoing>[1], open: Open) =>
      setRows((before) => afterUndoing(before, people, open)),
  }
}

export type CorrectionRows = ReturnType<typeof useRows>
