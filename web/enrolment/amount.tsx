import { cn } from '#web/lib/cn.ts'
import { germanEuro } from '#worker/domain/money.ts'

export function Amount({ cents, className }: { cents: number; className?: string }) {
  return (
    <span
      className={cn(
        'whitespace-nowrap font-[680] font-display text-[1.875rem] leading-[1.1] tracking-[-0.015em]',
        className,
      )}
    >
      {germanEuro(cents)}
    </span>
  )
}
