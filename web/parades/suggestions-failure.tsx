import type { Loaded } from '#web/lib/use-loaded.ts'
import { Failure } from '#web/ui/failure.tsx'

/** Without suggestions everything can still be typed. */
export function SuggestionsFailure<T>({ loaded, message }: { loaded: Loaded<T>; message: string }) {
  const { result, isPending, reload } = loaded
  if (!result || result.ok) return null
  return <Failure message={message} failure={result.failure} busy={isPending} onRetry={reload} />
}
