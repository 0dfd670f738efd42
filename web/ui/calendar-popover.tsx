import { Popover } from 'radix-ui'
import type { RefObject } from 'react'
import type { Day } from '#worker/domain/dates.ts'
import { Calendar } from './calendar.tsx'

export type CalendarPopoverProps = {
  anchor: RefObject<HTMLButtonElement | null>
  selected: Day | null
  today: Day
  onPick: (day: Day) => void
  onClose: () => void
}

export function CalendarPopover({ anchor, onClose, ...calendar }: CalendarPopoverProps) {
  return (
    <Popover.Root open modal onOpenChange={(open) => open || onClose()}>
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

/** The chosen day or today: the one the arrow keys start from. */
function focusDay(content: HTMLElement) {
  content.querySelector<HTMLElement>('table [tabindex="0"]')?.focus()
}
