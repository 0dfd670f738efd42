import {
  type LoaderFunction,
  type MiddlewareFunction,
  redirect,
  redirectDocument,
} from 'react-router'
import { currentUser, hasRole } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
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
