import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { CallFailure } from './call-failure.ts'
import { type MutationDefinition, requestIdsOf } from './query.ts'
import { type UndoAction, undoActionFor } from './undo.ts'

type Mutation<T, Variables> = Pick<MutationDefinition<Variables, T>, 'mutationFn'> &
  Omit<UseMutationOptions<T, CallFailure, Variables>, 'mutationFn'>

/**
 * Runs one write at a time. `submit` resolves when the answer arrives; a failure is returned as
 * `failure`, not thrown.
 * @param onSuccess its `undoAction` is for the toast; null when the history cannot undo the act
 */
export function useSubmit<T, Variables>(
  { mutationFn, ...mutation }: Mutation<T, Variables>,
  onSuccess?: (data: T, variables: Variables, undoAction: UndoAction | null) => void,
) {
  // A second tap may arrive before the disabled button is rendered.
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
