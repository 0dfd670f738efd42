import { CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'
import { Button } from '#web/ui/button.tsx'
import { Amount } from './amount.tsx'

type EnrolmentSummaryProps = {
  title: string
  totalInCent: number
  totalLabel?: string | undefined
  /** The first reason why the form cannot be sent; '' when it can. */
  missing: string
  /** Focuses the field that the sentence is about. */
  onMissing?: () => void
  button: string
  /** Shown below the button when a payment follows. */
  note?: string
  busy?: boolean
  /** Shown directly above the button. */
  choice?: ReactNode
  className?: string
  /** The booked parades, shown where there is room. */
  children: ReactNode
}

/** Sum and button: on desktops a card beside the form, on smaller screens a bar at the bottom. */
export function EnrolmentSummary({
  title,
  totalInCent,
  totalLabel = 'Summe',
  missing,
  button,
  note,
  busy = false,
  choice,
  ...rest
}: EnrolmentSummaryProps) {
  return (
    <aside aria-label={title} className={cn('print:hidden', card, bar, rest.className)}>
      <div className="max-lg:hidden lg:min-h-0 lg:overflow-y-auto">
        <h2>{title}</h2>
        {rest.children}
      </div>
      <p className="flex items-baseline justify-between font-semibold max-lg:block lg:border-foreground lg:border-t-2 lg:pt-3.5 noscript:hidden">
        <span className="max-lg:block max-lg:font-normal max-lg:text-muted-foreground max-lg:text-xs">
          {totalLabel}
        </span>
        <output>
          <Amount cents={totalInCent} className="max-lg:block max-lg:text-[1.625rem]" />
        </output>
      </p>
      <p className="hidden text-muted-foreground text-sm max-lg:basis-full noscript:block">
        Die Summe siehst Du im nächsten Schritt.
      </p>
      <MissingLine sentence={missing} onPress={rest.onMissing} />
      {choice && <div className="max-lg:basis-full lg:mt-4">{choice}</div>}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        busy={busy}
        disabled={missing !== ''}
        className="max-lg:w-auto! max-lg:min-w-0 max-lg:flex-[1_1_11rem] lg:flex-none max-lg:min-h-14! max-lg:rounded-lg! max-lg:text-[1.0625rem]! lg:mt-5 max-lg:noscript:basis-full"
      >
        {button}
      </Button>
      {note && totalInCent > 0 && (
        <p className="mt-3 text-muted-foreground text-xs max-lg:hidden">{note}</p>
      )}
    </aside>
  )
}

const card =
  'lg:sticky lg:top-6 lg:flex lg:max-h-[calc(100dvh-3rem)] lg:flex-col lg:self-start lg:rounded-xl lg:border lg:bg-card lg:p-6'

// When taller than a fifth of the window (large text, phone in landscape), it is not sticky.
const bar =
  'max-lg:sticky max-lg:bottom-[min(-1px,(20dvh-7rem)*99)] max-[22.4375rem]:bottom-[min(-1px,(20dvh-9.5rem)*99)] max-lg:z-20 max-lg:-mx-6 max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:gap-x-5 max-lg:border-border-strong max-lg:border-t max-lg:bg-card max-lg:px-6 max-lg:pt-3 max-lg:pb-[calc(0.75rem+env(safe-area-inset-bottom))] max-lg:shadow-[0_-6px_20px_oklch(0.25_0.03_40/0.08)] max-lg:gap-y-2 max-md:-mx-4 max-md:px-4'

/** Explains why the button is disabled. */
function MissingLine({
  sentence,
  onPress,
}: {
  sentence: string
  onPress?: (() => void) | undefined
}) {
  return (
    <p role="status" className="max-lg:order-first max-lg:basis-full max-lg:empty:-mb-2">
      {sentence && (
        <span className="flex gap-2 font-[550] text-sm text-warning-soft-foreground lg:mt-4">
          <CircleDashed aria-hidden="true" className="mt-0.5 size-4" />
          {onPress ? (
            <button
              type="button"
              onClick={onPress}
              className="wrap-anywhere min-w-0 text-left underline"
            >
              {sentence}
            </button>
          ) : (
            <span className="wrap-anywhere min-w-0">{sentence}</span>
          )}
        </span>
      )}
    </p>
  )
}
