import type { ReactNode } from 'react'
import { useFocusOnNavigation } from './use-focus-on-navigation.ts'

const id = 'inhalt'

export function SkipLink() {
  return (
    <a
      href={`#${id}`}
      className="absolute -top-16 left-4 z-60 rounded-md bg-card px-4 py-3 focus:top-3 focus:shadow-lg print:hidden"
    >
      Zum Inhalt springen
    </a>
  )
}

type MainContentProps = { className?: string | undefined; children: ReactNode }

/** The one `main` of a page, where the skip link and every navigation lead. */
export function MainContent({ className, children }: MainContentProps) {
  const ref = useFocusOnNavigation()
  return (
    <main ref={ref} id={id} tabIndex={-1} className={className}>
      {children}
    </main>
  )
}
