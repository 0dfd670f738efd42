import { PublicBand, PublicWrap } from '#web/ui/public-band.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

/** A public page until its code is there: the band as it will be, so that nothing jumps. */
export function PublicFallback({ title }: { title?: string }) {
  return (
    <>
      <PublicBand {...(title && { title, lead: '\u00a0' })} />
      <PublicWrap className="pt-5">
        <Loading>
          <Skeleton className="h-40 rounded-xl" />
        </Loading>
      </PublicWrap>
    </>
  )
}
