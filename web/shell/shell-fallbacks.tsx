import { useRouteError } from 'react-router'
import { Wrap } from '#web/components/page.tsx'
import { useUser } from '#web/lib/session.ts'
import { useReloadAfterDeployment } from '#web/lib/use-reload-after-deployment.ts'
import { Button } from '#web/ui/button.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

/** A plain shell until the real one is loaded; nothing for visitors, who are being redirected. */
export function StaffShellFallback() {
  if (!useUser()) return null
  return (
    <>
      <div className="h-16 border-b bg-card max-md:h-14" />
      <main className="pt-8 max-md:pt-5">
        <PageSkeleton />
      </main>
    </>
  )
}

export function NoFallback() {
  return null
}

/** A skeleton of a page while the page's code loads; shown with a delay. */
export function PageSkeleton() {
  return (
    <Wrap>
      <Loading>
        <Skeleton className="h-7 max-w-56" />
        <Skeleton className="mt-8 h-40 rounded-xl" />
      </Loading>
    </Wrap>
  )
}

/** Shown within the shell instead of a page that crashed. The error is in the browser's console. */
export function RouteError() {
  const isReloading = useReloadAfterDeployment(useRouteError())
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
        {/* A plain link, since the router's state may be the cause of the crash. */}
        <Button asChild>
          <a href="/">Zur Startseite</a>
        </Button>
      </div>
    </Wrap>
  )
}

/** Shown instead of a shell that crashed. */
export function ShellError() {
  return (
    <main>
      <RouteError />
    </main>
  )
}
