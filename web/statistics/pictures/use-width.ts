import { useLayoutEffect, useRef, useState } from 'react'
import { usePrinting } from '#web/lib/use-printing.ts'

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
