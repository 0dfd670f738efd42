import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { cn } from '#web/lib/cn.ts'

type MoreSidewaysProps = {
  /** The background that the edges fade into. */
  ground?: keyof typeof fades
  children: ReactNode
}

/** A row that may be wider than the phone; an arrow at the edge shows where it continues. */
export function ScrollFade({ ground = 'card', children }: MoreSidewaysProps) {
  const { row, look, isBefore, isAfter } = useOverflowSides()
  return (
    <div className="relative">
      <div ref={row} onScroll={look} className="overflow-x-auto [scrollbar-width:none]">
        {children}
      </div>
      {isBefore && (
        <span
          data-slot="more-before"
          className={cn(edge, fades[ground], 'left-0 bg-linear-to-r pl-1')}
        >
          <ChevronLeft aria-hidden="true" />
        </span>
      )}
      {isAfter && (
        <span
          data-slot="more-after"
          className={cn(edge, fades[ground], 'right-0 justify-end bg-linear-to-l pr-1')}
        >
          <ChevronRight aria-hidden="true" />
        </span>
      )}
    </div>
  )
}

// The arrows over the row's ends let presses pass through to the row.
const edge =
  'pointer-events-none absolute inset-y-0 flex w-14 items-center from-40% to-transparent print:hidden'

const fades = {
  card: 'from-card',
  page: 'from-background',
  selection: 'from-secondary-soft',
}

type WhereItGoesOn = {
  row: RefObject<HTMLDivElement | null>
  look: () => void
  isBefore: boolean
  isAfter: boolean
}

function useOverflowSides(): WhereItGoesOn {
  const row = useRef<HTMLDivElement>(null)
  const [isBefore, setBefore] = useState(false)
  const [isAfter, setAfter] = useState(false)
  const look = useCallback(() => {
    if (!row.current) return
    const { scrollLeft, clientWidth, scrollWidth } = row.current
    // One pixel of tolerance: at the end `scrollLeft` may lack a fraction of a pixel.
    setBefore(scrollLeft > 1)
    setAfter(scrollLeft + clientWidth < scrollWidth - 1)
  }, [])
  useEffect(() => {
    const element = row.current
    if (!element) return
    const observer = new ResizeObserver(look)
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [look])
  return { row, look, isBefore, isAfter }
}
