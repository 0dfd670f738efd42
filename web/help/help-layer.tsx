import { X } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { HelpContext, useHelp } from '#web/components/help-button.tsx'
import { Wrap } from '#web/components/page.tsx'
import { cn } from '#web/lib/cn.ts'
import { isFirstVisit, noteVisit } from '#web/lib/first-visits.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import type { ChapterName } from './chapter.ts'
import { helpOf, pageAt } from './page-help.ts'

type Drawing = typeof import('./help-panel.tsx')

/** Provides the help panel to all help buttons. The handbook is loaded on first use. */
export function HelpLayer({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const [shown, setShown] = useState<ChapterName | 'all' | null>(null)
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  const [isMissing, setMissing] = useState(false)
  const page = pageAt(pathname)
  const own = page ? helpOf[page].chapter : 'all'
  const isOpen = shown !== null
  const help = useMemo(() => {
    const open = () => {
      setShown(own)
      setMissing(false)
      import('./help-panel.tsx').then(setDrawing, () => {
        setShown(null)
        setMissing(true)
      })
    }
    return { isOpen, toggle: () => (isOpen ? setShown(null) : open()) }
  }, [isOpen, own])
  return (
    <HelpContext value={help}>
      {children}
      {isMissing && (
        <Alert
          tone="error"
          className="fixed right-4 bottom-4 z-40 w-fit max-w-[calc(100%-2rem)] shadow-md max-md:bottom-24 print:hidden"
          action={
            <Button size="sm" variant="ghost" onClick={() => setMissing(false)}>
              Schließen
            </Button>
          }
        >
          Die Hilfe konnte nicht geladen werden. Prüfe die Verbindung und versuche es noch einmal.
        </Alert>
      )}
      {shown && drawing && (
        <drawing.HelpPanel shown={shown} onShow={setShown} onClose={() => setShown(null)} />
      )}
    </HelpContext>
  )
}

/** One sentence on the first visit of a page, until it is left or the sentence is dismissed. */
export function FirstVisit({ isBare, isBelow }: { isBare: boolean; isBelow: boolean }) {
  const page = pageAt(useLocation().pathname)
  if (!page || isBelow !== belowTheirList.includes(page)) return null
  // Margins; at the end of the page the sentence stands above the page's own bar.
  const room = isBelow ? '-mt-36 mb-24 flat:mt-3' : isBare ? 'my-3' : 'mb-5'
  return <Sentence key={page} page={page} room={room} />
}

/** The pages with the sentence at their end, because their list needs the screen. */
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
