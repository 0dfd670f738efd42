import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { CallFailure } from './call-failure.ts'

/**
 * One write: once at a time, and what came of the last try. `submit` ends when the answer is there;
 * a refusal is told by `failure`, not thrown.
 */
export function useSubmit<T, Variables>(
  mutation: UseMutationOptions<T, CallFailure, Variables>,
  onSuccess?: (data: T, variables: Variables) => void,
) {
  const { mutateAsync, data, variables, isPending, error, reset } = useMutation(mutation)
  // Two presses can come before the button is drawn busy.
  const isRunning = useRef(false)

  const submit = async (variables: Variables): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    const answer = await mutateAsync(variables).then(
      (data) => ({ data }),
      () => null,
    )
    isRunning.current = false
    if (answer) onSuccess?.(answer.data, variables)
  }

  return { submit, isPending, failure: error, data, variables, reset }
}
