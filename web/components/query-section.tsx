import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { berlinTime } from '#worker/domain/dates.ts'
import { Failure } from './failure.tsx'

/** What `QuerySection` needs of the result of `useQuery`. */
export type SectionQuery<T> = {
  data: T | undefined
  error: CallFailure | null
  isFetching: boolean
  dataUpdatedAt: number
  refetch: () => unknown
}

type QuerySectionProps<T> = {
  query: SectionQuery<T>
  /** The section's skeleton. */
  waiting: ReactNode
  children: (data: T) => ReactNode
  /** Class of the alert that shows a failure. */
  className?: string
}

/** A section with loading and failure states; loaded data remains when a refresh fails. */
export function QuerySection<T>({ query, waiting, children, ...rest }: QuerySectionProps<T>) {
  const { data, error, isFetching, dataUpdatedAt, refetch } = query
  const [isRetried, setRetried] = useState(false)
  const retry = () => {
    setRetried(true)
    void refetch()
  }
  const isKnown = data !== undefined
  // `waiting` and the loaded content share one place, so that a search typed while loading survives.
  return (
    <>
      {error && (
        <Failure
          failure={error}
          before={isKnown && `Stand von ${berlinTime(new Date(dataUpdatedAt))} Uhr.`}
          busy={isFetching}
          onRetry={retry}
          {...rest}
        />
      )}
      {isRetried && !error && isKnown && <Recovered />}
      {isKnown ? children(data) : !error && waiting}
    </>
  )
}

/** Says "Geladen" to screen readers and takes the focus, when the pressed retry button has disappeared. */
function Recovered() {
  const mark = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (document.activeElement === document.body) mark.current?.focus({ preventScroll: true })
  }, [])
  return (
    <span ref={mark} tabIndex={-1} className="sr-only">
      Geladen
    </span>
  )
}
