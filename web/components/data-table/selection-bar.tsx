import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { ScrollFade } from '#web/components/scroll-fade.tsx'
import { cn } from '#web/lib/cn.ts'
import { germanCount } from '#web/lib/german-count.ts'
import { Button } from '#web/ui/button.tsx'

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
      data-slot="selection-bar"
      data-open={isOpen || undefined}
      className={cn(
        isOpen &&
          'stuck-top top-16! z-3 flex h-[4.0625rem] items-center gap-x-2 border-b bg-secondary-soft ps-6 pe-3 text-secondary-soft-foreground max-md:top-14! max-md:h-auto max-md:flex-wrap max-md:gap-x-1 max-md:py-1 max-md:ps-4 max-md:pe-1 md:first:rounded-t-xl print:hidden forced-colors:border',
      )}
    >
      <span role="status" className={cn(isOpen && 'whitespace-nowrap font-semibold tabular-nums')}>
        {isOpen && `${germanCount(count)} ausgewählt`}
      </span>
      {isOpen && (
        <>
          {count < total && (
            <Button variant="ghost" size="sm" onClick={onAll}>
              <span>
                Alle {germanCount(total)} <span className="max-md:sr-only">auswählen</span>
              </span>
            </Button>
          )}
          {/* Always one line, and before they are loaded as high: rows must not move under the finger that ticks. */}
          <fieldset className="ms-auto min-w-0 max-md:order-last max-md:-ms-4 max-md:-me-1 max-md:w-screen">
            <legend className="sr-only">Mit den ausgewählten</legend>
            <ScrollFade ground="selection">
              <div className="flex min-h-11 w-max items-center gap-1 p-1 max-md:min-h-13 max-md:px-1">
                {children}
              </div>
            </ScrollFade>
          </fieldset>
          <Button variant="ghost" size="sm" className="max-md:ms-auto" onClick={onClear}>
            <X />
            Aufheben
          </Button>
        </>
      )}
    </div>
  )
}
