import { Search } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import type { StoredUser } from '#web/lib/session.ts'
import { Alert } from '#web/ui/alert.tsx'

type Drawing = typeof import('./search-dialog.tsx')

/** The button that opens the search. Its dialog is loaded on first use. */
export function SearchButton({ user }: { user: StoredUser }) {
  const [isOpen, setOpen] = useState(false)
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  const [isMissing, setMissing] = useState(false)
  const load = () => import('./search-dialog.tsx').then(setDrawing)
  const open = () => {
    setOpen(true)
    setMissing(false)
    if (drawing) return
    load().catch(() => {
      setOpen(false)
      setMissing(true)
    })
  }
  useSearchKeys(isOpen, open, () => setOpen(false))
  return (
    <>
      <button
        type="button"
        data-hint="Suchen"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onClick={open}
        className="me-3 max-lg:me-1 inline-flex size-10 flex-none items-center justify-center gap-2 self-center rounded-md border border-input text-[0.9375rem] text-muted-foreground transition-colors hover:border-muted-foreground hover:text-foreground max-md:ms-auto max-md:me-2 max-md:size-11 min-[68rem]:h-10 min-[68rem]:w-50 min-[68rem]:justify-start min-[68rem]:ps-3 min-[68rem]:pe-1.75"
      >
        <Search aria-hidden="true" />
        <span className="max-[67.99rem]:sr-only">Suchen</span>
        <span
          aria-hidden="true"
          className="ms-auto rounded-sm bg-muted px-1.5 font-medium font-sans text-muted-foreground text-sm leading-6 max-[67.99rem]:hidden"
        >
          {isMac ? '⌘K' : 'Strg K'}
        </span>
      </button>
      {isMissing && (
        <Alert
          tone="error"
          className="absolute top-full right-4 mt-2 w-fit max-w-[calc(100%-2rem)] shadow-md"
        >
          Die Suche konnte nicht geladen werden. Prüfe die Verbindung und versuche es noch einmal.
        </Alert>
      )}
      {drawing && <drawing.SearchDialog user={user} open={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/**
 * Strg+K (⌘K) opens the search anywhere, "/" outside of inputs. On a page with a search field "/"
 * focuses the field instead.
 */
function useSearchKeys(isOpen: boolean, open: () => void, close: () => void) {
  // A layout effect, so that the keys work as soon as the button is visible.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey) return
      const hasModifier = event.ctrlKey || event.metaKey
      if (hasModifier && !event.shiftKey && event.key.toLowerCase() === 'k') {
        // Prevents the browser's own shortcut.
        event.preventDefault()
        if (isOpen) close()
        else if (!isSomethingOpen()) open()
      }
      if (event.key !== '/' || hasModifier || isOpen || isTyping(event) || isSomethingOpen()) return
      event.preventDefault()
      const field = document.querySelector<HTMLInputElement>('main input[type="search"]')
      // The field is hidden while the selection bar covers it (web/styles/table.css).
      if (!field || field.disabled || getComputedStyle(field).visibility === 'hidden') return open()
      field.focus()
      field.select()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
}

function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input:not([type="checkbox"], [type="radio"]), textarea, select') !== null)
  )
}

/** Whether a dialog or menu is open, which has to be closed before the search. */
function isSomethingOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null
}
