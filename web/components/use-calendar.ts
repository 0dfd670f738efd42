import { type ComponentType, useState } from 'react'
import type { CalendarPopoverProps } from './calendar-popover.tsx'

type Popover = ComponentType<CalendarPopoverProps>

/**
 * Loads the calendar when it is first opened, so that no page pays for it before. Not React.lazy:
 * that remembers a failed load for good and takes the page down; here typing goes on and the
 * next click tries again.
 */
export function useCalendar() {
  const [Popover, setPopover] = useState<Popover | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const close = () => setPopover(null)
  const open = async () => {
    try {
      const { CalendarPopover } = await import('./calendar-popover.tsx')
      setPopover(() => CalendarPopover)
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }
  return { Popover, hasFailed, close, toggle: () => (Popover ? close() : void open()) }
}
