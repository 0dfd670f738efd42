import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { CallFailure } from './call-failure.ts'
import { requestIdsOf, type Writing } from './query.ts'
import { type UndoAction, undoActionFor } from './undo.ts'

type Mutation<T, Variables> = Pick<Writing<Variables, T>, 'mutationFn'> &
  Omit<UseMutationOptions<T, CallFailure, Variables>, 'mutationFn'>

/**
 * One write: once at a time, and what came of the last try. `submit` ends when the answer is there;
 * a refusal is told by `failure`, not thrown.
 * @param onSuccess `undoAction` undoes it: for the message, where the history can undo such an act
 */
export function useSubmit<T, Variables>(
  { mutationFn, ...mutation }: Mutation<T, Variables>,
  onSuccess?: (data: T, variables: Variables, undoAction: UndoAction | null) => void,
) {
  // Two presses can come before the button is drawn busy.
  const isRunning = useRef(false)
  const sent = useRef<Promise<T>>(null)
  const { mutateAsync, data, variables, isPending, error, reset } = useMutation({
    ...mutation,
    mutationFn(variables: Variables) {
      sent.current = mutationFn(variables)
      return sent.current
    },
  })

  const submit = async (variables: Variables): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    const answer = await mutateAsync(variables).then(
      (data) => ({ data }),
      () => null,
    )
    isRunning.current = false
    if (!answer) return
    const requestIds = sent.current ? await requestIdsOf(sent.current) : []
    onSuccess?.(answer.data, variables, undoActionFor(requestIds))
  }

  return { submit, isPending, failure: error, data, variables, reset }
}
