import { Link } from 'react-router'
import { Wrap } from '#web/components/page.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'

/** Instead of a page whose role the user lacks. */
export function NoAccess() {
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
