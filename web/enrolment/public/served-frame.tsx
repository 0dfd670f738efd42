import { asServed } from '#web/lib/as-served.ts'
import type { PublicFrameProps } from './public-frame.tsx'

/** `PublicFrame` in the browser: links and a title that never change, as the server has drawn them. */
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
