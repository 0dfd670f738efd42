import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'

/** An address that leads to no parade, or to one that was deleted meanwhile. */
export function CheckInMissingParade() {
  return (
    <div className="grid content-center bg-card">
      <Empty
        level="h1"
        title="Diesen Umzug gibt es nicht (mehr)"
        action={
          <Button asChild size="xl">
            <Link to={paths.home}>Zur Übersicht</Link>
          </Button>
        }
      >
        Vielleicht wurde er gelöscht, oder die Adresse ist vertippt.
      </Empty>
    </div>
  )
}
