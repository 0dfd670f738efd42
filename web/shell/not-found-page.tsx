import { Link } from 'react-router'
import { Wrap } from '#web/components/page.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'

export function NotFoundPage() {
  return (
    <Wrap>
      <Card>
        <Empty
          level="h1"
          title="404 - Diese Seite existiert (noch) nicht"
          action={
            <Button asChild>
              <Link to={paths.home}>Zur Übersicht</Link>
            </Button>
          }
        >
          Vielleicht ist die Adresse vertippt.
        </Empty>
      </Card>
    </Wrap>
  )
}
