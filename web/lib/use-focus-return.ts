import { useRef } from 'react'
import { takeWaitingGoal } from './use-removal-focus.ts'

/** Where the focus was before the dialog that is open, or was a moment ago. */
let lastOpener: Element | null = null

/**
 * Gives the focus back to where it was before a dialog opened. Radix does so only for dialogs
 * that were opened by its own trigger; ours are opened by state.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null)
  return {
    remember() {
      const active = document.activeElement
      // One dialog in the place of another takes over where that one would have gone back to.
      opener.current = active === document.body && lastOpener ? lastOpener : active
      lastOpener = opener.current
    },
    giveBack(event: Event) {
      event.preventDefault()
      if (lastOpener === opener.current) lastOpener = null
      // The page may have led the focus on meanwhile: to the alert of a failure.
      const isElsewhere = document.activeElement !== document.body
      if (isElsewhere) return
      const before = opener.current?.isConnected ? opener.current : null
      // A deleted row takes its button along: the page says where to go on, or from its start.
      const goal = takeWaitingGoal() ?? before ?? document.querySelector('main')
      if (goal instanceof HTMLElement) goal.focus({ preventScroll: true })
    },
  }
}
