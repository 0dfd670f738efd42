import { type Ref, useEffect, useImperativeHandle, useState } from 'react'
import { useOverlays } from '#web/lib/overlays.tsx'

/** The selector of the buttons that get a tooltip, because they have no visible text. */
export const tooltipButtons = '[data-size^="icon"][aria-label], [data-hint]'

/** The tooltips of all buttons without visible text: shows the name of the button that is pointed at or focused. */
export function Tooltips() {
  const [button, setButton] = useState<Element | null>(null)
  useOpening(setButton)
  const radix = useOverlays(false)
  if (!button || !radix) return null
  const { Provider, Root, Trigger, Portal, Content } = radix.Tooltip
  return (
    <Provider>
      {/* Radix closes the tooltip on Escape, on scrolling, on a press elsewhere, and when the mouse leaves button and tooltip. */}
      <Root open onOpenChange={() => setButton(null)}>
        <Trigger asChild>
          <Existing element={button} />
        </Trigger>
        <Portal>
          <Content
            data-slot="tooltip-content"
            sideOffset={6}
            collisionPadding={8}
            className="z-60 max-w-[300px] animate-fade rounded-md bg-foreground px-3 py-2 text-background text-sm shadow-md print:hidden"
          >
            {nameOf(button)}
          </Content>
        </Portal>
      </Root>
    </Provider>
  )
}

function nameOf(button: Element): string {
  return button.getAttribute('data-hint') ?? button.getAttribute('aria-label') ?? ''
}

/**
 * Gives Radix an element that is already on the page as the tooltip's trigger, so that buttons need no code of
 * Radix themselves.
 */
function Existing({ element, ref }: { element: Element; ref?: Ref<Element> }) {
  useImperativeHandle(ref, () => element, [element])
  return null
}

// Milliseconds until a tooltip appears or, after a touch, disappears (Spec §9). Radix shows none on touch.
const delays = { enter: 100, enterTouch: 700, leaveTouch: 1500 }

/** Reports the button that is pointed at by mouse or finger, or focused with the Tab key. */
function useOpening(setButton: (button: Element | null) => void): void {
  useEffect(() => {
    const listening = new AbortController()
    const options = { capture: true, passive: true, signal: listening.signal }
    const on = <Kind extends keyof DocumentEventMap>(
      kind: Kind,
      listener: (event: DocumentEventMap[Kind]) => void,
    ) => document.addEventListener(kind, listener, options)
    let timer: ReturnType<typeof setTimeout> | undefined
    let under: Element | null = null
    let isTabbing = false
    const show = (button: Element | null, delay: number) => {
      clearTimeout(timer)
      timer = setTimeout(setButton, delay, button)
    }
    const hide = () => {
      clearTimeout(timer)
      setButton(null)
    }

    on('pointerover', ({ target, pointerType }) => {
      const button = buttonAt(target)
      if (pointerType === 'touch' || button === under) return
      under = button
      if (button) show(button, delays.enter)
      else clearTimeout(timer)
    })
    on('touchstart', ({ target }) => {
      const button = buttonAt(target)
      if (button) show(button, delays.enterTouch)
    })
    on('touchend', () => show(null, delays.leaveTouch))
    on('keydown', ({ key }) => {
      isTabbing = key === 'Tab'
    })
    // Only a focus by the Tab key counts, not the focus that a closing dialog returns.
    on('focusin', ({ target }) => {
      if (isTabbing) setButton(buttonAt(target))
    })
    on('pointerdown', () => {
      isTabbing = false
      hide()
    })
    for (const kind of ['click', 'touchcancel', 'scroll', 'focusout'] as const) on(kind, hide)
    return () => {
      clearTimeout(timer)
      listening.abort()
    }
  }, [setButton])
}

function buttonAt(target: EventTarget | null): Element | null {
  const button = target instanceof Element ? target.closest(tooltipButtons) : null
  return button?.matches(menuIsOpen) ? null : button
}

/** The button of an open menu gets no tooltip: Radix renders it again on the first opening, which looks like a hover. */
const menuIsOpen = '[aria-haspopup][aria-expanded=true]'
