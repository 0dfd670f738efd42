import { type RefObject, useEffect, useRef, useState } from 'react'

/** Whether what is inside is wider than the element itself. */
export function useOverflow(): [RefObject<HTMLDivElement | null>, boolean] {
  const ref = useRef<HTMLDivElement>(null)
  const [isWider, setWider] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const look = () => setWider(element.scrollWidth > element.clientWidth)
    const observer = new ResizeObserver(look)
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [])
  return [ref, isWider]
}
