import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
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
  const [isRetried, setRetried] = useState(false)
  if (!result) return waiting
  if (result.ok && isRetried) {
    return (
      <>
        <Recovered />
        {children(result.data)}
      </>
    )
  }
  // Without anything around it: what the skeleton keeps, a search in its toolbar, goes on.
  if (result.ok) return children(result.data)
  return (
    <Failure
      message={message}
      failure={result.failure}
      busy={isPending}
      onRetry={() => {
        setRetried(true)
        reload()
      }}
      {...rest}
    />
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
