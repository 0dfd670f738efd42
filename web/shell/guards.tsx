import type { ComponentType } from 'react'
import {
  Link,
  type LoaderFunction,
  type MiddlewareFunction,
  redirect,
  redirectDocument,
} from 'react-router'
import { Wrap } from '#web/components/page.tsx'
import { currentUser, hasRole, useUser } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import type { Role } from '#worker/domain/codes.ts'

/**
 * Where a visitor who is not signed in belongs (Spec §2, Shells and access), before the loaders of the
 * pages behind it run. The enrolment is no page of this app.
 */
export const requireLogin: MiddlewareFunction = ({ request }) => {
  if (currentUser()) return
  const isHome = new URL(request.url).pathname === paths.home
  throw isHome ? redirectDocument(paths.paradeEnrolment) : redirect(paths.login)
}

/** A page's data is not asked for in the name of somebody who may not see it. */
export function onlyFor(roles: Role[], loader: LoaderFunction): LoaderFunction {
  return (args, context) => (hasRole(currentUser(), ...roles) ? loader(args, context) : null)
}

/** The page for those with one of the roles, a calm sentence for everybody else. */
export function allowed(roles: Role[], Page: ComponentType): ComponentType {
  return function Allowed() {
    return hasRole(useUser(), ...roles) ? <Page /> : <NoAccess />
  }
}

/** Instead of a page whose role the user lacks. */
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
