import { useRef } from 'react'
import { takeWaitingGoal } from '#web/lib/use-removal-focus.ts'

/**
 * Gives the focus back to where it was before a dialog opened. Radix does so only for dialogs
 * that were opened by its own trigger; ours are opened by state.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null)
  return {
    remember() {
      opener.current = document.activeElement
    },
    giveBack(event: Event) {
      event.preventDefault()
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
