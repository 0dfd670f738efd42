import { asServed } from '#web/lib/as-served.ts'
import type { PublicFrameProps } from './public-frame.tsx'

/** `PublicFrame` for the browser: renders only the children, since the server's links and title stay. */
export function ServedFrame({ children }: PublicFrameProps) {
  return (
    <>
      <a {...asServed} />
      <header {...asServed} />
      <main id="inhalt" tabIndex={-1} className="flex flex-1 flex-col">
        <div {...asServed} />
        {children}
      </main>
      <footer {...asServed} />
    </>
  )
}
