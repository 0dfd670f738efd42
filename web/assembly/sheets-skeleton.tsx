import { Card } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

const sheets = [
  ['64%', '48%', '56%', '40%'],
  ['56%', '44%', '60%'],
]

export function SheetsSkeleton() {
  return (
    <Loading>
      {sheets.map((names) => (
        <Card key={names.length} bleed className="mb-6 px-8 pt-6 pb-8 max-md:px-4">
          <Skeleton width="40%" />
          <Skeleton width="50%" className="mt-9 h-5" />
          <div className="mt-8 grid gap-7">
            {names.map((width) => (
              <Skeleton key={width} width={width} className="h-4" />
            ))}
          </div>
        </Card>
      ))}
    </Loading>
  )
}
