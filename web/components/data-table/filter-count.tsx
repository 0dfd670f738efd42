import { cn } from '#web/lib/cn.ts'
import type { Grid } from './grid-actions.ts'

/** How many filters hold; nothing when none does. */
export function FilterCount({ grid, className }: { grid: Grid; className?: string }) {
  const count = Object.keys(grid.state.filters).length
  if (count === 0) return null
  return (
    <span
      className={cn(
        'min-w-5 rounded-full bg-secondary px-[0.3125rem] text-center text-secondary-foreground text-xs tabular-nums leading-5',
        className,
      )}
    >
      {count} <span className="sr-only">aktiv</span>
    </span>
  )
}
