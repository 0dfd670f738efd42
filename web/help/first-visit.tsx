import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { isFirstVisit, noteVisit } from '#web/lib/first-visits.ts'
import { useHelp } from '#web/lib/help.ts'
import { Button } from '#web/ui/button.tsx'
import { cn } from '#web/ui/cn.ts'
import { Wrap } from '#web/ui/page.tsx'
import { helpOf, pageAt } from './pages.ts'

/** One sentence on the first visit of a page, as long as that visit lasts or until it is put away. */
export function FirstVisit({ isBare }: { isBare: boolean }) {
  const page = pageAt(useLocation().pathname)
  return page && <Sentence key={page} page={page} isBare={isBare} />
}

type SentenceProps = { page: keyof typeof helpOf; isBare: boolean }

function Sentence({ page, isBare }: SentenceProps) {
  const [isShown, setShown] = useState(() => isFirstVisit(page))
  const { isOpen, toggle } = useHelp()
  useEffect(() => noteVisit(page), [page])
  if (!isShown) return null
  return (
    <Wrap className={cn('print:hidden', isBare ? 'my-3' : 'mb-5')}>
      <div className="flex items-start gap-2 rounded-lg bg-secondary-soft py-1.5 ps-4 pe-1.5 text-secondary-soft-foreground">
        <p className="flex-1 self-center py-1">
          {helpOf[page].sentence}{' '}
          {!isOpen && (
            <button type="button" className="font-semibold underline" onClick={toggle}>
              Hilfe
            </button>
          )}
        </p>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label="Hinweis schließen"
          data-hint="Hinweis schließen"
          onClick={() => setShown(false)}
        >
          <X aria-hidden="true" />
        </Button>
      </div>
    </Wrap>
  )
}
