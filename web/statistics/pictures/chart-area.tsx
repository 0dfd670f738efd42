import { type ComponentProps, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { usePrinting } from '#web/lib/use-printing.ts'
import { Button } from '#web/ui/button.tsx'
import { type Bar, barsThatFit, minWidth } from './bar.ts'

/** The printable width of an A4 sheet, in pixels. */
const sheet = 680

/** Below this width (in pixels) a chart has the layout for phones. */
export const phoneWidth = 560

type CourseAreaProps = {
  /** The accessible name of the scrolling region. */
  label: string
  /** The bars that determine the minimum width. */
  bars: readonly Bar[]
  /** The unit of a bar: "Jahre". */
  unit: string
  /** @param first the index of the first bar to draw */
  children: (width: number, first: number) => ReactNode
}

/**
 * An area for a chart over years. When not all bars fit, it shows the last bars and says how many; a button then
 * shows all bars, which can be scrolled.
 */
export function YearsChartArea({ label, bars, unit, children }: CourseAreaProps) {
  const { ref, width, isPrinting } = useWidth({ paper: sheet })
  const box = useRef<HTMLDivElement>(null)
  const [wantsAll, setWantsAll] = useState(false)
  const all = bars.length
  const fit = isPrinting || width === 0 ? all : barsThatFit(bars, width)
  const isCut = fit < all
  const isScrolling = isCut && wantsAll
  const drawn = isScrolling ? minWidth(bars) : width || sheet
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the end once.
  useLayoutEffect(() => {
    if (box.current) box.current.scrollLeft = box.current.scrollWidth
  }, [isScrolling, drawn])
  return (
    <div className={area}>
      <div ref={ref}>
        {isScrolling ? (
          <ScrollOnPhone ref={box} label={label}>
            {children(drawn, 0)}
          </ScrollOnPhone>
        ) : (
          children(drawn, all - fit)
        )}
      </div>
      {isCut && (
        <p className="flex flex-wrap items-center justify-between gap-x-3 pt-1 text-sm">
          {isScrolling
            ? `Alle ${all} ${unit}: schieb das Bild zur Seite.`
            : `Zu sehen sind die letzten ${fit}, insgesamt ${all} ${unit}.`}
          <Button
            size="sm"
            variant="ghost"
            className="-mx-3"
            onClick={() => setWantsAll(!wantsAll)}
          >
            {isScrolling ? 'Weniger zeigen' : `Alle ${all} zeigen`}
          </Button>
        </p>
      )}
    </div>
  )
}

/** An area for a chart that fits any width. */
export function ChartArea({ children }: { children: (width: number) => ReactNode }) {
  const { ref, width } = useWidth({ paper: sheet })
  return (
    <div className={area}>
      <div ref={ref}>{children(width || sheet)}</div>
    </div>
  )
}

const area = 'px-6 max-md:px-4 print:p-0'

/** Scrolls wide content on phones, by touch or arrow keys. */
export function ScrollOnPhone({ label, ...rest }: ComponentProps<'div'> & { label: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: it groups a display, not form fields.
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it has to scroll by arrow keys.
      tabIndex={0}
      className="overflow-x-auto focus-visible:-outline-offset-2 print:overflow-visible"
      {...rest}
    />
  )
}

/** The width of the element with `ref`, in pixels; while printing `paper`; 0 before the element is measured. */
export function useWidth({ paper }: { paper: number }) {
  const ref = useRef<HTMLDivElement>(null)
  const [measured, setMeasured] = useState(0)
  const isPrinting = usePrinting()
  useLayoutEffect(() => {
    const box = ref.current
    if (!box) return
    const measure = () => setMeasured(box.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  return { ref, width: isPrinting ? paper : measured, isPrinting }
}
