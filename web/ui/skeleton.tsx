import type { ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'

/** A grey placeholder for text that is loading. */
export function Skeleton({ className, width }: { className?: string; width?: string }) {
  return (
    <span
      data-slot="skeleton"
      aria-hidden="true"
      style={{ width }}
      className={cn(
        'skeleton relative block animate-late overflow-hidden bg-border',
        'after:absolute after:inset-0 after:-translate-x-full after:animate-shimmer after:bg-linear-to-r after:from-transparent after:via-card after:to-transparent after:opacity-75',
        className,
      )}
    />
  )
}

/** A region that screen readers hear as loading; the bars in it appear after 200 ms, to avoid flicker. */
export function Loading({
  label = 'Laden...',
  className,
  children,
}: {
  label?: string
  className?: string
  children: ReactNode
}) {
  return (
    <div aria-busy="true" className={className}>
      <div aria-hidden="true" inert>
        {children}
      </div>
      <p role="status" className="sr-only">
        {label}
      </p>
    </div>
  )
}
