import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

export function ParadesSkeleton() {
  return (
    <Loading className="grid">
      <div className="grid gap-3">
        {[56, 64, 48, 60].map((width) => (
          <div
            key={width}
            className="flex items-center gap-4 rounded-xl border bg-card px-4.5 py-3.5"
          >
            <Skeleton className="size-6 flex-none" />
            <Skeleton className="h-15 w-13 flex-none rounded-b-[1.25rem]" />
            <div className="grid flex-1 gap-2.5 py-1">
              <Skeleton width={`${width}%`} />
              <Skeleton width={`${width - 16}%`} />
              <Skeleton width={`${width - 24}%`} />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  )
}
