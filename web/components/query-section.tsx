import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { berlinTime } from '#worker/domain/dates.ts'
import { Failure } from './failure.tsx'

/** The part of a `useQuery` result that a section uses. */
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
  /** Class of the failure message. */
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
  // Fixed positions of the three keep their state, such as the text of a search in the skeleton's toolbar.
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

/** Takes the focus after the pressed retry button has disappeared. */
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
