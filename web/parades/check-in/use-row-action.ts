import { changeRow, type RowAction } from '#web/data/parades-check-in.ts'
import { useSubmit } from '#web/lib/use-submit.ts'

/** What takes something back, and asks first. */
export type TakingBack = Extract<RowAction, 'unpay' | 'unconfirm'>

/** What is noted with one tap. */
export type Noting = Exclude<RowAction, TakingBack>

/** The sheet stays open until it is done. */
export function useRowAction(paradeId: number, id: number) {
  return useSubmit(changeRow(paradeId, id), () => navigator.vibrate?.(20))
}
