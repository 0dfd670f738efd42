import { Popover } from 'radix-ui'
import type { RefObject } from 'react'
import { Calendar } from '#web/ui/calendar.tsx'
import type { Day } from '#worker/domain/dates.ts'

export type CalendarPopoverProps = {
  anchor: RefObject<HTMLButtonElement | null>
  selected: Day | null
  today: Day
  /** It lies in the past, often far: the years come first, and none after today. */
  isBirthday: boolean
  onPick: (day: Day) => void
  onClose: () => void
}

export function CalendarPopover({ anchor, onClose, ...calendar }: CalendarPopoverProps) {
  return (
    <Popover.Root
      open
      modal={isInDialog(anchor.current)}
      onOpenChange={(open) => open || onClose()}
    >
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Popover.Content
          data-slot="popover-content"
          aria-label="Kalender"
          align="end"
          sideOffset={8}
          collisionPadding={8}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            focusDay(event.currentTarget as HTMLElement)
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            anchor.current?.focus()
          }}
          onInteractOutside={(event) => {
            // The button closes it by itself; closing here as well would open it anew.
            if (anchor.current?.contains(event.target as Node)) event.preventDefault()
          }}
          className="z-60 animate-rise rounded-xl border border-border bg-popover p-3 text-popover-foreground shadow-lg outline-none"
        >
          <Calendar {...calendar} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

// A dialog locks the page's scrolling, and only a lock of its own lets the calendar scroll above it.
// Elsewhere there is none: it would write a style into the page, which the public policy refuses.
function isInDialog(anchor: HTMLElement | null): boolean {
  return !!anchor?.closest('[role=dialog], [role=alertdialog]')
}

/** The chosen day or today: the one the arrow keys start from. The years see to themselves. */
function focusDay(content: HTMLElement) {
  content.querySelector<HTMLElement>('table [tabindex="0"]')?.focus()
}
