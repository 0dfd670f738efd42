import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { cn } from '#web/ui/cn.ts'

const german = new Intl.NumberFormat('de-DE')

type SelectionBarProps = {
  count: number
  /** Of the rows found on all pages. */
  total: number
  onAll: () => void
  onClear: () => void
  /** What can be done with those ticked. */
  children: ReactNode
}

/** "12 ausgewählt". Always drawn, so that the first tick is told as well; without one it is empty. */
export function SelectionBar({ count, total, onAll, onClear, children }: SelectionBarProps) {
  const isOpen = count > 0
  return (
    <div
      className={cn(
        isOpen &&
          'z-3 flex min-h-16 flex-wrap items-center gap-x-2 gap-y-1 border-b bg-secondary-soft py-2 ps-6 pe-3 text-secondary-soft-foreground max-md:ps-4 md:rounded-t-xl print:hidden forced-colors:border',
      )}
    >
      <span role="status" className={cn(isOpen && 'whitespace-nowrap font-semibold tabular-nums')}>
        {isOpen && `${german.format(count)} ausgewählt`}
      </span>
      {isOpen && (
        <>
          {count < total && (
            <Button variant="ghost" size="sm" onClick={onAll}>
              Alle {german.format(total)} auswählen
            </Button>
          )}
          <fieldset className="ms-auto flex min-w-0 flex-wrap items-center gap-1 max-md:ms-0">
            <legend className="sr-only">Mit den ausgewählten</legend>
            {children}
            <Button variant="ghost" size="sm" onClick={onClear}>
              <X />
              Aufheben
            </Button>
          </fieldset>
        </>
      )}
    </div>
  )
}
