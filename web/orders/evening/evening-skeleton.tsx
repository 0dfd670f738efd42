import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { twoColumns } from './two-columns.ts'

/** The cards before their numbers are known. */
export function EveningSkeleton() {
  return (
    <Loading>
      <div className="grid gap-6 *:min-w-0">
        <Card bleed>
          <CardBody className="pt-6">
            <Skeleton className="h-18 w-full" />
          </CardBody>
        </Card>
        <div className={twoColumns}>
          {['Anmeldungen je Minute', 'Was im Hintergrund läuft'].map((title) => (
            <Card bleed key={title}>
              <CardHead title={title} />
              <CardBody>
                <Skeleton className="h-44 w-full" />
              </CardBody>
            </Card>
          ))}
        </div>
      </div>
    </Loading>
  )
}
