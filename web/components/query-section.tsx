import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { berlinTime } from '#worker/domain/dates.ts'
import { Failure } from './failure.tsx'

/** What a section needs of `useQuery`. */
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
  /** Of the failure: its place in the section. */
  className?: string
}

/** A section that loads, fails and recovers by itself; what is known stays when a refresh fails. */
export function QuerySection<T>({ query, waiting, children, ...rest }: QuerySectionProps<T>) {
  const { data, error, isFetching, dataUpdatedAt, refetch } = query
  const [isRetried, setRetried] = useState(false)
  const retry = () => {
    setRetried(true)
    void refetch()
  }
  const isKnown = data !== undefined
  // Each of the three has its place: what the skeleton keeps, a search in its toolbar, goes on.
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

/** The button that was pressed is gone, and the focus with it: one goes on from here. */
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
