import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { cn } from '#web/lib/cn.ts'

type MoreSidewaysProps = {
  /** The background that the edges fade into. */
  ground?: keyof typeof fades
  children: ReactNode
}

/** A row that may be wider than the phone; an arrow at the edge shows where it continues, and scrolls there. */
export function ScrollFade({ ground = 'card', children }: MoreSidewaysProps) {
  const { row, look, isBefore, isAfter } = useOverflowSides()
  const scroll = (by: 1 | -1) => {
    const { clientWidth = 0 } = row.current ?? {}
    row.current?.scrollBy({ left: by * clientWidth * 0.7, behavior: 'smooth' })
  }
  return (
    <div className="relative">
      <div ref={row} onScroll={look} className="overflow-x-auto [scrollbar-width:none]">
        {children}
      </div>
      {isBefore && (
        <span data-slot="more-before" className={cn(edge, fades[ground], 'left-0 bg-linear-to-r')}>
          <Arrow icon={ChevronLeft} onPress={() => scroll(-1)} />
        </span>
      )}
      {isAfter && (
        <span
          data-slot="more-after"
          className={cn(edge, fades[ground], 'right-0 justify-end bg-linear-to-l')}
        >
          <Arrow icon={ChevronRight} onPress={() => scroll(1)} />
        </span>
      )}
    </div>
  )
}

type ArrowProps = { icon: LucideIcon; onPress: () => void }

/** For fingers only: the keyboard and screen readers reach what is out of sight through the row itself. */
function Arrow({ icon: Icon, onPress }: ArrowProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      onClick={onPress}
      className="pointer-events-auto grid h-full min-h-11 w-9 cursor-pointer place-items-center"
    >
      <Icon />
    </button>
  )
}

// Beside the arrow, presses on the faded end pass through to the row.
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
