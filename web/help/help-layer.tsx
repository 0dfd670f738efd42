import { type ReactNode, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { HelpContext } from '#web/components/help-button.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import type { ChapterName } from './chapter.ts'
import { helpOf, pageAt } from './pages.ts'

type Drawing = typeof import('./help-panel.tsx')

/** Around everything that has a button for the help. The handbook is loaded when it is first asked for. */
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
