import type { ComponentType } from 'react'
import {
  Link,
  type LoaderFunction,
  type MiddlewareFunction,
  redirect,
  redirectDocument,
} from 'react-router'
import { Wrap } from '#web/components/page.tsx'
import { currentUser, useUser } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { type Capability, can } from '#worker/domain/rights.ts'

/**
 * Redirects visitors who are not signed in (Spec §2, Shells and access), before loaders run; from the
 * home page to the enrolment page, which needs a new document because it is outside this app.
 */
export const requireLogin: MiddlewareFunction = ({ request }) => {
  if (currentUser()) return
  const isHome = new URL(request.url).pathname === paths.home
  throw isHome ? redirectDocument(paths.paradeEnrolment) : redirect(paths.login)
}

/** Skips the loader for users without the right to the page. */
export function onlyFor(needs: Capability, loader: LoaderFunction): LoaderFunction {
  return (args, context) => (can(currentUser(), needs) ? loader(args, context) : null)
}

/** The page for users with the right to it; others get a notice. */
export function allowed(needs: Capability, Page: ComponentType): ComponentType {
  return function Allowed() {
    return can(useUser(), needs) ? <Page /> : <NoAccess />
  }
}

/** Shown instead of a page that the user's role does not permit. */
function NoAccess() {
  return (
    <Wrap className="py-8">
      <h1>Diese Seite ist nicht für Dich freigegeben</h1>
      <p className="mt-2 mb-6 max-w-[62ch] text-muted-foreground">
        Wenn Du sie brauchst, sag der Verwaltung Deiner Zunft Bescheid.
      </p>
      <Button asChild>
        <Link to={paths.home}>Zur Übersicht</Link>
      </Button>
    </Wrap>
  )
}
