import type { ApiErrorBody, Failure, Result } from './result.ts'

/** A failed call; `message` is the German sentence that the specification prescribes for the call (Spec §8). */
export class CallFailure extends Error implements Failure {
  readonly type: Failure['type']
  readonly status?: number
  readonly error?: ApiErrorBody

  constructor(sentence: string, { type, status, error }: Failure) {
    super(sentence)
    this.name = 'CallFailure'
    this.type = type
    if (status !== undefined) this.status = status
    if (error) this.error = error
  }
}

/**
 * The data of a call.
 * @throws CallFailure with `sentence` as its message when the call failed
 */
export async function dataOrThrow<T>(call: Promise<Result<T>>, sentence: string): Promise<T> {
  const result = await call
  if (result.ok) return result.data
  throw new CallFailure(sentence, result.failure)
}
