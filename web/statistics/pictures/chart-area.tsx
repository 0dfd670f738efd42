import { type ComponentProps, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { usePrinting } from '#web/lib/use-printing.ts'
import { Button } from '#web/ui/button.tsx'
import { type Bar, leastWidth, mostBars } from './bar.ts'

/** Between the margins of an A4 sheet. */
const sheet = 680

/** The phone: what stands side by side elsewhere has no room. */
export const narrow = 560

type CourseAreaProps = {
  /** Names what scrolls. */
  label: string
  /** The ones whose sums need the most room. */
  bars: readonly Bar[]
  /** Of what there is a bar each: "Jahre". */
  unit: string
  /** @param first the first bar that is drawn */
  children: (width: number, first: number) => ReactNode
}

/**
 * Where a course of years is drawn. Where not all fit, the last ones are seen and how many there
 * are is said; at a press all are there, to be scrolled sideways.
 */
export function CourseArea({ label, bars, unit, children }: CourseAreaProps) {
  const { ref, width, isPrinting } = useWidth({ paper: sheet })
  const box = useRef<HTMLDivElement>(null)
  const [wantsAll, setWantsAll] = useState(false)
  const all = bars.length
  const fit = isPrinting || width === 0 ? all : mostBars(bars, width)
  const isCut = fit < all
  const isScrolling = isCut && wantsAll
  const drawn = isScrolling ? leastWidth(bars) : width || sheet
  // biome-ignore lint/correctness/useExhaustiveDependencies: the last ones are seen first.
  useLayoutEffect(() => {
    if (box.current) box.current.scrollLeft = box.current.scrollWidth
  }, [isScrolling, drawn])
  return (
    <div className={area}>
      <div ref={ref}>
        {isScrolling ? (
          <Sideways ref={box} label={label}>
            {children(drawn, 0)}
          </Sideways>
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

/** Where a chart is drawn that fits any width. */
export function ChartArea({ children }: { children: (width: number) => ReactNode }) {
  const { ref, width } = useWidth({ paper: sheet })
  return (
    <div className={area}>
      <div ref={ref}>{children(width || sheet)}</div>
    </div>
  )
}

const area = 'px-6 max-md:px-4 print:p-0'

/** What is too wide for the phone scrolls in here, with the finger and with the arrow keys. */
export function Sideways({ label, ...rest }: ComponentProps<'div'> & { label: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: it groups what it shows, not the fields of a form.
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: else the arrow keys could not reach it.
      tabIndex={0}
      className="overflow-x-auto focus-visible:-outline-offset-2 print:overflow-visible"
      {...rest}
    />
  )
}

/** How wide the box is that a chart is drawn in, or the sheet of paper; 0 = not measured. */
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
