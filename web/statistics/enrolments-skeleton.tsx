import { Card } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

const cards = [56, 40, 64, 48]
const bars = [88, 56, 36]

export function EnrolmentsSkeleton({ className }: { className: string }) {
  return (
    <Loading>
      <div className={className}>
        {cards.map((width) => (
          <Card key={width} bleed className="px-6 pt-5 pb-6 max-md:px-4">
            <div className="flex items-start justify-between gap-6">
              <div className="grid flex-1 gap-3 pt-1.5">
                <Skeleton className="h-4" width={`${width}%`} />
                <Skeleton width={`${width + 16}%`} />
              </div>
              <Skeleton className="mt-1 h-8 w-14" />
            </div>
            <div className="mt-7 grid gap-5">
              {bars.map((bar) => (
                <Skeleton key={bar} width={`${bar}%`} />
              ))}
            </div>
          </Card>
        ))}
      </div>
    </Loading>
  )
}
