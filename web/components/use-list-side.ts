import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

type Side = { above: boolean; maxHeight: number }

const wanted = 288
const gap = 12

/**
 * Where a list has room: below its field, or above it when the keyboard of a phone or the end of
 * the screen leaves too little there. `frame` is the element around field and list.
 */
export function useListSide(isShown: boolean): [RefObject<HTMLSpanElement | null>, Side] {
  const frame = useRef<HTMLSpanElement>(null)
  const [side, setSide] = useState<Side>({ above: false, maxHeight: wanted })
  useLayoutEffect(() => {
    if (!isShown) return
    const look = () => {
      if (frame.current) setSide(sideOf(frame.current.getBoundingClientRect()))
    }
    look()
    window.visualViewport?.addEventListener('resize', look)
    return () => window.visualViewport?.removeEventListener('resize', look)
  }, [isShown])
  return [frame, side]
}

function sideOf(field: DOMRect): Side {
  const view = window.visualViewport
  const top = view?.offsetTop ?? 0
  const below = top + (view?.height ?? window.innerHeight) - field.bottom - gap
  const above = field.top - top - gap
  const isAbove = below < wanted && above > below
  return { above: isAbove, maxHeight: Math.min(wanted, Math.max(isAbove ? above : below, 120)) }
}
