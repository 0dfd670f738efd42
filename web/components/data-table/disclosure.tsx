import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'

type DisclosureProps = {
  title: ReactNode
  /** What is set inside, readable while it is closed. */
  summary?: ReactNode
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}

/** A line that opens. */
export function Disclosure({ title, summary, isOpen, onToggle, children }: DisclosureProps) {
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex min-h-10 w-full items-center gap-3 rounded-md px-3 text-left hover:bg-accent focus-visible:-outline-offset-2 max-md:min-h-11"
      >
        <span>{title}</span>{' '}
        <span className="ms-auto min-w-0 truncate text-secondary-soft-foreground text-sm">
          {summary}
        </span>
        <ChevronDown
          className={cn('text-muted-foreground transition-transform', isOpen && 'rotate-180')}
        />
      </button>
      {isOpen && children}
    </div>
  )
}
