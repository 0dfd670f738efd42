import { useEffect, useEffectEvent, useState } from 'react'

type Drawing = typeof import('#web/ui/tooltip.tsx')

/** Shows the names of buttons without words. What draws them is loaded for the first of them. */
export function TooltipLayer() {
  const [button, setButton] = useState<Element | null>(null)
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  useTooltipTarget((pointedAt) => {
    setButton(pointedAt)
    // Without a network the button has no tooltip, and that is all.
    if (pointedAt && !drawing) import('#web/ui/tooltip.tsx').then(setDrawing, () => {})
  })
  if (!button || !drawing) return null
  return <drawing.Tooltip of={button} text={hintOf(button)} />
}

// Spec §9: 100 ms, by touch 700 ms and gone 1,500 ms after the finger left.
const delays = { enter: 100, leave: 100, enterTouch: 700, leaveTouch: 1500 }

/** Buttons without words. */
export const hinted = '[data-size^="icon"][aria-label], [data-hint]'
const tooltip = '[data-slot="tooltip-content"]'

/** What a button without words is called. */
function hintOf(button: Element): string {
  return button.getAttribute('data-hint') ?? button.getAttribute('aria-label') ?? ''
}

/** Tells which button without words somebody points at with a mouse, a finger or the tabulator. */
function useTooltipTarget(onChange: (button: Element | null) => void): void {
  const tell = useEffectEvent(onChange)
  useEffect(() => {
    const listening = new AbortController()
    const options = { capture: true, passive: true, signal: listening.signal }
    const on = <Kind extends keyof DocumentEventMap>(
      kinds: readonly Kind[],
      listener: (event: DocumentEventMap[Kind]) => void,
    ) => {
      for (const kind of kinds) document.addEventListener(kind, listener, options)
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    let under: Element | null = null
    let told: Element | null = null
    let isTabbing = false
    const show = (button: Element | null) => {
      clearTimeout(timer)
      if (button === told) return
      told = button
      tell(button)
    }
    const later = (button: Element | null, delay: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => show(button), delay)
    }

    on(['pointerover'], ({ target, pointerType }) => {
      if (pointerType === 'touch') return
      if (told && closest(target, tooltip)) return clearTimeout(timer)
      const button = closest(target, hinted)
      if (button && button === under) return
      under = button
      if (button) later(button, delays.enter)
      else if (told || timer) later(null, delays.leave)
    })
    on(['touchstart'], ({ target }) => {
      const button = closest(target, hinted)
      if (button) later(button, delays.enterTouch)
    })
    on(['touchend'], () => (told ? later(null, delays.leaveTouch) : clearTimeout(timer)))
    // The focus that a closed dialog gives back is nobody's question.
    on(['focusin'], ({ target }) => show(isTabbing ? closest(target, hinted) : null))
    on(['keydown'], ({ key }) => {
      isTabbing = key === 'Tab'
      if (key === 'Escape') show(null)
    })
    on(['pointerdown'], () => {
      isTabbing = false
      show(null)
    })
    on(['click', 'touchcancel', 'scroll', 'focusout'], () => show(null))
    return () => {
      clearTimeout(timer)
      listening.abort()
    }
  }, [])
}

function closest(target: EventTarget | null, selector: string): Element | null {
  return target instanceof Element ? target.closest(selector) : null
}
