import type { ComponentType } from 'react'
import { Link } from 'react-router'
import { Wrap } from '#web/components/page.tsx'
import { hasRole, useUser } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import type { Role } from '#worker/domain/codes.ts'

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
