import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Where a link of another page leads by its hash: it is in view as soon as it is there. */
export function LinkedPart({ id, children }: { id: string; children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null)
  const isMeant = useLocation().hash === `#${id}`
  useEffect(() => {
    if (isMeant) part.current?.scrollIntoView({ block: 'start' })
  }, [isMeant])
  return (
    <div ref={part} id={id} className="min-w-0 scroll-mt-24">
      {children}
    </div>
  )
}
