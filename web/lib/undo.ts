import { call, client } from './api.ts'
import { type Writing, writing } from './query.ts'
import type { Result } from './result.ts'
import { currentUser, hasRole } from './session.ts'

/** How something that has just been done is taken back, as its message offers it. */
export type UndoAction = {
  takeBack: Writing<void, unknown>
  /** What is told then. */
  done: string
  /** What else is to be done here once it is taken back. */
  also?: () => void
}

const undo = client.api.history[':requestId'].undo

/**
 * Takes back what these requests have changed, the newest first; null where the server named none, or
 * for whom it would not do it.
 */
export function undoActionFor(requestIds: readonly string[]): UndoAction | null {
  const mayUndo = hasRole(currentUser(), 'management')
  if (requestIds.length === 0 || !mayUndo) return null
  return { takeBack: undoRequests(requestIds), done: 'Rückgängig gemacht.' }
}

export const undoRequests = (requestIds: readonly string[]) =>
  writing('Das konnte nicht rückgängig gemacht werden.', async (): Promise<Result<undefined>> => {
    for (const requestId of requestIds.toReversed()) {
      const result = await call(undo.$post({ param: { requestId } }))
      if (!result.ok) return result
    }
    return { ok: true, data: undefined, status: 200 }
  })
