import type { ReactNode } from 'react'
import type { Loaded } from '#web/lib/use-loaded.ts'
import { Failure } from './failure.tsx'

type WhenLoadedProps<T> = {
  loaded: Loaded<T>
  /** The specification's sentence for the call that failed. */
  message: string
  /** The section's skeleton. */
  waiting: ReactNode
  children: (data: T) => ReactNode
  /** Of the failure: its place in the section. */
  className?: string
}

/** A section that loads, fails and recovers by itself. */
export function WhenLoaded<T>({ loaded, message, waiting, children, ...rest }: WhenLoadedProps<T>) {
  const { result, isPending, reload } = loaded
  if (!result) return waiting
  if (result.ok) return children(result.data)
  return (
    <Failure
      message={message}
      failure={result.failure}
      busy={isPending}
      onRetry={reload}
      {...rest}
    />
  )
}
