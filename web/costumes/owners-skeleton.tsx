import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

export function OwnersSkeleton() {
  return (
    <Loading className="grid gap-6 px-6 pb-6 max-md:px-4">
      {['42%', '36%'].map((width) => (
        <div key={width} className="mb-5 grid gap-2 pl-7">
          <Skeleton width={width} />
          <Skeleton width="28%" />
        </div>
      ))}
    </Loading>
  )
}
