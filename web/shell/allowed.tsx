import type { ComponentType } from 'react'
import { hasRole, useUser } from '#web/lib/session.ts'
import type { Role } from '#worker/domain/codes.ts'
import { NoAccess } from './no-access.tsx'

/** The page for those with one of the roles, a calm sentence for everybody else. */
export function allowed(roles: Role[], Page: ComponentType): ComponentType {
  return function Allowed() {
    return hasRole(useUser(), ...roles) ? <Page /> : <NoAccess />
  }
}
