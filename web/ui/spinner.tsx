import { cn } from '#web/lib/cn.ts'

export function Spinner({ className }: { className?: string }) {
  return (
    <span
      data-slot="spinner"
      aria-hidden="true"
      className={cn(
        'spinner block flex-none animate-spin rounded-full border-2 border-current border-r-transparent',
        className,
      )}
    />
  )
}
