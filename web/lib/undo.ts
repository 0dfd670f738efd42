import { can } from '#worker/domain/rights.ts'
import { call, client } from './api.ts'
import { defineMutation, type MutationDefinition } from './query.ts'
import type { Result } from './result.ts'
import { currentUser } from './session.ts'

/** What "Rückgängig" in the toast of an act does. */
export type UndoAction = {
  undo: MutationDefinition<void, unknown>
  /** The text of the toast after undoing. */
  done: string
  /** Called after undoing, when the page has more to do than the refetch. */
  afterUndo?: () => void
}

const undo = client.api.history[':requestId'].undo

/** Undoes the changes of the requests, the newest first; null without requests, or for a user who may not write. */
export function undoActionFor(requestIds: readonly string[]): UndoAction | null {
  if (requestIds.length === 0 || !can(currentUser(), 'write')) return null
  return { undo: undoRequests(requestIds), done: 'Rückgängig gemacht.' }
}

export const undoRequests = (requestIds: readonly string[]) =>
  defineMutation(
    'Das konnte nicht rückgängig gemacht werden.',
    async (): Promise<Result<undefined>> => {
      for (const requestId of requestIds.toReversed()) {
        const result = await call(undo.$post({ param: { requestId } }))
        if (!result.ok) return result
      }
      return { ok: true, data: undefined, status: 200 }
    },
  )
