import { CircleQuestionMark } from 'lucide-react'
import { createContext, useContext } from 'react'
import { cn } from '#web/lib/cn.ts'

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

type HelpOpener = {
  /** Whether the help of the page that is shown stands beside it. */
  isOpen: boolean
  toggle: () => void
}

export const HelpContext = createContext<HelpOpener>({ isOpen: false, toggle: () => {} })

/** The help, which the shell draws, for whatever has a button that opens it. */
export const useHelp = () => useContext(HelpContext)
