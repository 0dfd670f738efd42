import { Popover } from 'radix-ui'
import type { RefObject } from 'react'
import { Calendar } from '#web/ui/calendar.tsx'
import type { Day } from '#worker/domain/dates.ts'

export type CalendarPopoverProps = {
  anchor: RefObject<HTMLButtonElement | null>
  selected: Day | null
  today: Day
  /** A day in the past, often long ago: the calendar begins with the years and ends today. */
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
            // A press on the field's button closes the calendar by itself; closed here first, it would open again.
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

// Within a dialog, which locks scrolling, the calendar can scroll only as a modal popover. Elsewhere it is not
// modal, because Radix' scroll lock inserts a style element, which the public content security policy rejects.
function isInDialog(anchor: HTMLElement | null): boolean {
  return !!anchor?.closest('[role=dialog], [role=alertdialog]')
}

/** Focuses the chosen day or today, where the arrow keys start. The list of years handles its own focus. */
function focusDay(content: HTMLElement) {
  content.querySelector<HTMLElement>('table [tabindex="0"]')?.focus()
}
