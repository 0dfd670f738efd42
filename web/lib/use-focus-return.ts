import { useRef } from 'react'
import { takeFocusTarget } from './use-removal-focus.ts'

/** The focused element before the dialog that is open or has just closed. */
let lastOpener: Element | null = null

/**
 * Returns the focus to the element that had it before a dialog opened. Radix does so only for
 * dialogs with its own trigger; ours are opened by state.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null)
  return {
    remember() {
      const active = document.activeElement
      // A dialog that replaces another returns the focus to the first one's opener.
      opener.current = active === document.body && lastOpener ? lastOpener : active
      lastOpener = opener.current
    },
    giveBack(event: Event) {
      event.preventDefault()
      if (lastOpener === opener.current) lastOpener = null
      // The page may have moved the focus already, for example to an alert.
      const isElsewhere = document.activeElement !== document.body
      if (isElsewhere) return
      const before = opener.current?.isConnected ? opener.current : null
      // After deleting a row the opener is gone: the page has set another element, or `main` is used.
      const goal = takeFocusTarget() ?? before ?? document.querySelector('main')
      if (goal instanceof HTMLElement) goal.focus({ preventScroll: true })
    },
  }
}
