import { keepServedContent } from '#web/lib/as-served.ts'
import type { PublicFrameProps } from './public-frame.tsx'

/** `PublicFrame` for the browser: renders only the children, since the server's links and title stay. */
export function ServedFrame({ children }: PublicFrameProps) {
  return (
    <>
      <a {...keepServedContent} />
      <header {...keepServedContent} />
      <main id="inhalt" tabIndex={-1} className="flex flex-1 flex-col">
        <div {...keepServedContent} />
        {children}
      </main>
      <footer {...keepServedContent} />
    </>
  )
}
