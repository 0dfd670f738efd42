import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useHelp } from '#web/components/help-button.tsx'
import { Wrap } from '#web/components/page.tsx'
import { cn } from '#web/lib/cn.ts'
import { isFirstVisit, noteVisit } from '#web/lib/first-visits.ts'
import { Button } from '#web/ui/button.tsx'
import { helpOf, pageAt } from './pages.ts'

/** One sentence on the first visit of a page, as long as that visit lasts or until it is put away. */
export function FirstVisit({ isBare, isBelow }: { isBare: boolean; isBelow: boolean }) {
  const page = pageAt(useLocation().pathname)
  if (!page || isBelow !== belowTheirList.includes(page)) return null
  // Below, it stands above the page's own bar.
  const room = isBelow ? '-mt-36 mb-24 flat:mt-3' : isBare ? 'my-3' : 'mb-5'
  return <Sentence key={page} page={page} room={room} />
}

/** In the street the list has the screen: the sentence stands at its end. */
const belowTheirList: readonly (keyof typeof helpOf)[] = ['checkIn']

type SentenceProps = { page: keyof typeof helpOf; room: string }

function Sentence({ page, room }: SentenceProps) {
  const [isShown, setShown] = useState(() => isFirstVisit(page))
  const { isOpen, toggle } = useHelp()
  useEffect(() => noteVisit(page), [page])
  if (!isShown) return null
  return (
    <Wrap className={cn('print:hidden', room)}>
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
