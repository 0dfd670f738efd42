import { useRouteError } from 'react-router'
import { Wrap } from '#web/components/page.tsx'
import { useFreshVersion } from '#web/lib/use-fresh-version.ts'
import { Button } from '#web/ui/button.tsx'

/** A page that broke, inside its shell. What broke is in the browser's console, not on the page. */
export function RouteError() {
  const isReloading = useFreshVersion(useRouteError())
  if (isReloading) return null
  return (
    <Wrap className="py-8">
      <h1>Diese Seite kann gerade nicht angezeigt werden</h1>
      <p className="mt-2 mb-6 max-w-[62ch] text-muted-foreground">
        Lade sie neu. Hilft das nicht, geh zurück zur Startseite und versuche es später noch einmal.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={() => window.location.reload()}>
          Seite neu laden
        </Button>
        {/* No link of the router: what broke may be the router's own state. */}
        <Button asChild>
          <a href="/">Zur Startseite</a>
        </Button>
      </div>
    </Wrap>
  )
}

/** A shell that broke. */
export function ShellError() {
  return (
    <main>
      <RouteError />
    </main>
  )
}
