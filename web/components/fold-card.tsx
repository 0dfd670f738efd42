import { ChevronRight } from 'lucide-react'
import { type ReactNode, type Ref, useState } from 'react'
import { Card } from '#web/ui/card.tsx'

type FoldCardProps = {
  title: string
  tally?: number
  /** A few words about the folded content. */
  note?: string
  /** The card's heading, to which the page moves the focus when a row of the card was removed. */
  summaryRef?: Ref<HTMLElement>
  /** The folded content; a function is called, and its content rendered, only after the first opening. */
  children: ReactNode | (() => ReactNode)
}

/** A part of the page that is initially closed. */
export function FoldCard({ title, tally, note, summaryRef, children }: FoldCardProps) {
  const [wasOpened, setOpened] = useState(false)
  return (
    <Card bleed className="print:hidden">
      <details className="group" onToggle={() => setOpened(true)}>
        <summary
          ref={summaryRef}
          className="flex min-h-14 cursor-pointer list-none items-center gap-2 rounded-xl py-2 pr-4 pl-5 hover:bg-accent focus-visible:-outline-offset-2 max-md:rounded-none max-md:pl-3 [&::-webkit-details-marker]:hidden"
        >
          <ChevronRight
            aria-hidden="true"
            className="flex-none text-muted-foreground transition-transform group-open:rotate-90"
          />
          <h2>{title}</h2>
          {tally !== undefined && (
            <span className="text-muted-foreground text-sm tabular-nums">{` ${tally}`}</span>
          )}
          {note && (
            <span className="ms-auto min-w-0 truncate text-muted-foreground text-sm">{note}</span>
          )}
        </summary>
        <div className="px-6 pb-4 max-md:px-4">
          {typeof children === 'function' ? wasOpened && children() : children}
        </div>
      </details>
    </Card>
  )
}
