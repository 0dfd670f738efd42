import '#web/styles/fonts-ext.css'
import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

/** Regular, bold and of titles, as the sheets use them. */
const faces = [
  '400 11pt "Hanken Grotesk Variable"',
  '650 11pt "Hanken Grotesk Variable"',
  '650 20pt "Bricolage Grotesque Variable"',
]

/**
 * Sheets that are on no screen, and the browser's dialog as soon as they are here. In place of the page, so
 * that nothing of it moves them (web/styles/sheets.css).
 * @param onDone the dialog is over; whether anything was printed nobody is told
 */
export function PrintSheets({ children, onDone }: { children: ReactNode; onDone: () => void }) {
  const sheets = useRef<HTMLDivElement>(null)
  const done = useRef(onDone)
  done.current = onDone
  useEffect(() => {
    let isGone = false
    const print = async () => {
      // What is not on the screen loads no letters, and would be printed in others.
      const text = sheets.current?.textContent ?? ''
      await Promise.all(faces.map((face) => document.fonts?.load(face, text)))
      if (!isGone) window.print()
    }
    // Some browsers print after `print` has returned.
    const end = () => done.current()
    window.addEventListener('afterprint', end)
    void print()
    return () => {
      isGone = true
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return createPortal(
    <div ref={sheets} className="letter-print">
      {children}
    </div>,
    document.body,
  )
}
