import { useUser } from '#web/lib/session.ts'
import { PageSkeleton } from './page-skeleton.tsx'

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
