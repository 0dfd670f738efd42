import { Link } from 'react-router'
import type { Result } from '#web/lib/result.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Wrap } from '#web/ui/page.tsx'

export function isOrderMissing(result: Result<unknown> | null): boolean {
  return result?.ok === false && result.failure.status === 404
}

export function OrderMissing() {
  return (
    <Wrap>
      <Card>
        <Empty
          level="h1"
          title="Diese Zahlung gibt es nicht"
          action={
            <Button asChild>
              <Link to={paths.orders}>Zu den Zahlungen</Link>
            </Button>
          }
        />
      </Card>
    </Wrap>
  )
}
