import { useRef } from 'react'
import { takeFocusTarget } from './use-removal-focus.ts'

/** The element that had the focus before the open (or just closed) dialog opened. */
let lastOpener: Element | null = null

/**
 * Returns the focus, when a dialog closes, to the element that had it before. Radix does so only for
 * dialogs with a Radix trigger; the app's dialogs are opened by state.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null)
  return {
    remember() {
      const active = document.activeElement
      // A dialog that replaces another finds the focus on `body`, and takes over the first dialog's opener.
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
      // With a deleted row its opener is gone: the focus then goes to the element set by `useRemovalFocus`, or to `main`.
      const goal = takeFocusTarget() ?? before ?? document.querySelector('main')
      if (goal instanceof HTMLElement) goal.focus({ preventScroll: true })
    },
  }
}
