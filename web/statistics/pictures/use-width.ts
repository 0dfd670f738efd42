import { useLayoutEffect, useRef, useState } from 'react'
import { usePrinting } from '#web/lib/use-printing.ts'

type Widths = {
  /** Never narrower on the screen: there its box scrolls. */
  least: number
  paper: number
}

/** How wide a chart is drawn: as its box, and on paper as the sheet wants it. */
export function useWidth({ least, paper }: Widths) {
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
  return { ref, width: isPrinting ? paper : Math.max(least, measured) }
}
