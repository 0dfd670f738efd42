import { CircleQuestionMark } from 'lucide-react'
import { cn } from '#web/lib/cn.ts'
import { useHelp } from '#web/lib/help.ts'

/** "?": opens the chapter of the page one stands on, and closes it again. */
export function HelpButton({ className }: { className?: string }) {
  const { isOpen, toggle } = useHelp()
  return (
    <button
      type="button"
      data-hint="Hilfe"
      aria-expanded={isOpen}
      onClick={toggle}
      className={cn(
        'inline-flex size-10 flex-none items-center justify-center self-center rounded-md text-muted-foreground transition-colors hover:bg-accent hover:text-foreground aria-expanded:bg-accent aria-expanded:text-foreground max-md:size-11',
        className,
      )}
    >
      <CircleQuestionMark aria-hidden="true" className="size-5.5" />
      <span className="sr-only">Hilfe</span>
    </button>
  )
}
