import { type ReactNode, useEffect, useRef } from 'react'

/** Regular and bold, as the sheets use them. */
const faces = ['400 11pt "Hanken Grotesk Variable"', '650 11pt "Hanken Grotesk Variable"']

/**
 * Sheets that are not on the screen, and the browser's dialog to print them as soon as they are here.
 * @param onDone the dialog is over, whatever came of it: nobody is told
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
      if (isGone) return
      window.print()
      done.current()
    }
    void print()
    return () => {
      isGone = true
    }
  }, [])
  return (
    <div ref={sheets} className="letter-print">
      {children}
    </div>
  )
}
