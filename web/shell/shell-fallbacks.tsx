import { Wrap } from '#web/components/page.tsx'
import { useUser } from '#web/lib/session.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

/** The bare shell until the real one is loaded. A stranger is on the way to the sign-in: nothing. */
export function StaffShellFallback() {
  if (!useUser()) return null
  return (
    <>
      <div className="h-16 border-b bg-card max-md:h-14" />
      <main className="pt-8 max-md:pt-5">
        <PageSkeleton />
      </main>
    </>
  )
}

export function NoFallback() {
  return null
}

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
