import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Wrap } from '#web/ui/page.tsx'

export function ParadeRefundsMissing() {
  return (
    <Wrap>
      <Card>
        <Empty
          level="h1"
          title="Diesen Umzug gibt es nicht"
          action={
            <Button asChild>
              <Link to={paths.parades}>Zu den Umzügen</Link>
            </Button>
          }
        >
          Vielleicht wurde er gelöscht.
        </Empty>
      </Card>
    </Wrap>
  )
}
