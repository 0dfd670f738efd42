import { type ReactNode, useLayoutEffect } from 'react'
import { Sideways } from './sideways.tsx'
import { useWidth } from './use-width.ts'

/** Between the margins of an A4 sheet. */
const sheet = 680

type ChartAreaProps = {
  /** Names what scrolls. */
  label: string
  leastWidth: number
  /** Of a course of years the last ones are seen first. */
  startsAtEnd?: boolean
  children: (width: number) => ReactNode
}

/** Where a chart is drawn; too wide for the phone it scrolls sideways in here. */
export function ChartArea({ label, leastWidth, startsAtEnd = false, children }: ChartAreaProps) {
  const { ref, width } = useWidth({ least: leastWidth, paper: sheet })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new width is a new end.
  useLayoutEffect(() => {
    const box = ref.current
    if (startsAtEnd && box) box.scrollLeft = box.scrollWidth
  }, [ref, startsAtEnd, width])
  return (
    <div className="px-6 max-md:px-4 print:p-0">
      <Sideways ref={ref} label={label}>
        {children(width)}
      </Sideways>
    </div>
  )
}
