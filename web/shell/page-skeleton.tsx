import { Wrap } from '#web/components/page.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

/** A page's outline while its code is on the way; quick ones never show it. */
export function PageSkeleton() {
  return (
    <Wrap>
      <Loading>
        <Skeleton className="h-7 max-w-56" />
        <Skeleton className="mt-8 h-40 rounded-xl" />
      </Loading>
    </Wrap>
  )
}
