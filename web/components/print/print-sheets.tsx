import '#web/styles/fonts-ext.css'
import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

/** The fonts of the sheets: regular, bold and titles. */
const faces = [
  '400 11pt "Hanken Grotesk Variable"',
  '650 11pt "Hanken Grotesk Variable"',
  '650 20pt "Bricolage Grotesque Variable"',
]

/**
 * Renders sheets for printing only and opens the browser's print dialog. On paper the sheets replace the page,
 * whose layout would shift them (web/styles/sheets.css).
 * @param onDone called after the dialog; browsers do not report whether anything was printed
 */
export function PrintSheets({ children, onDone }: { children: ReactNode; onDone: () => void }) {
  const sheets = useRef<HTMLDivElement>(null)
  const done = useRef(onDone)
  done.current = onDone
  useEffect(() => {
    let isGone = false
    const print = async () => {
      // The sheets are not displayed, and for undisplayed text browsers load no fonts.
      const text = sheets.current?.textContent ?? ''
      await Promise.all(faces.map((face) => document.fonts?.load(face, text)))
      if (!isGone) window.print()
    }
    // `onDone` waits for `afterprint`, since some browsers print only after `window.print()` has returned.
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
