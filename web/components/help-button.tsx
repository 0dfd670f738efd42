import { CircleQuestionMark } from 'lucide-react'
import { createContext, useContext } from 'react'
import { cn } from '#web/lib/cn.ts'

/** "?": opens and closes the help chapter of the current page. */
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
  /** Whether the help of the current page is shown. */
  isOpen: boolean
  toggle: () => void
}

export const HelpContext = createContext<HelpOpener>({ isOpen: false, toggle: () => {} })

/** Access to the help panel, which the shell renders. */
export const useHelp = () => useContext(HelpContext)
