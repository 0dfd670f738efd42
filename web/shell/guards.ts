import { type LoaderFunction, type MiddlewareFunction, redirect } from 'react-router'
import { currentUser, hasRole } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import type { Role } from '#worker/domain/codes.ts'

/** Where a visitor who is not signed in belongs: Spec §2, Shells and access. */
export function strangersWay(pathname: string): string {
  return pathname === paths.home ? paths.paradeEnrolment : paths.login
}

/** Runs before the loaders of the pages behind it. */
export const requireLogin: MiddlewareFunction = ({ request }) => {
  if (!currentUser()) throw redirect(strangersWay(new URL(request.url).pathname))
}

/** A page's data is not asked for in the name of somebody who may not see it. */
export function onlyFor(roles: Role[], loader: LoaderFunction): LoaderFunction {
  return (args, context) => (hasRole(currentUser(), ...roles) ? loader(args, context) : null)
}
