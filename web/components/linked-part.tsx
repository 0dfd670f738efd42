import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { cn } from '#web/lib/cn.ts'

/** A section that a link names in its hash (`#id`); scrolled into view once the section is rendered. */
export function AnchoredSection({
  id,
  className,
  children,
}: {
  id: string
  className?: string
  children: ReactNode
}) {
  const part = useRef<HTMLDivElement>(null)
  const isMeant = useLocation().hash === `#${id}`
  useEffect(() => {
    if (isMeant) part.current?.scrollIntoView({ block: 'start' })
  }, [isMeant])
  return (
    <div ref={part} id={id} className={cn('min-w-0 scroll-mt-24', className)}>
      {children}
    </div>
  )
}
