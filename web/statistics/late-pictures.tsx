import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { QuerySection } from '#web/components/query-section.tsx'
import { picturesQuery } from '#web/data/statistics.ts'
import { loadChunk } from '#web/lib/load-chunk.ts'
import type { Pictures } from '#worker/statistics/statistics.contract.ts'
import { PictureOutline } from './pictures/pictures-skeleton.tsx'

// The chart library is large, so pages load it after their lists.

const MembersPicture = lazy(async () => {
  const { MembersPicture } = await loadChunk(() => import('./pictures/members-picture.tsx'))
  return { default: MembersPicture }
})

const JumpsPicture = lazy(async () => {
  const { JumpsPicture } = await loadChunk(() => import('./pictures/jumps-picture.tsx'))
  return { default: JumpsPicture }
})

export function LateMembersPicture() {
  return (
    <LatePicture title="Mitgliederentwicklung">
      {(pictures) => <MembersPicture {...pictures} />}
    </LatePicture>
  )
}

export function LateJumpsPicture() {
  return (
    <LatePicture title="Verteilung der Sprünge">
      {({ jumps }) => <JumpsPicture jumps={jumps} />}
    </LatePicture>
  )
}

type LatePictureProps = { title: string; children: (pictures: Pictures) => ReactNode }

/** Not printed, since these pages are printed for their lists. */
function LatePicture({ title, children }: LatePictureProps) {
  const pictures = useQuery(picturesQuery)
  const outline = <PictureOutline title={title} heights={[30, 45, 60, 75, 90]} />
  return (
    <div className="print:hidden">
      <QuerySection query={pictures} waiting={outline}>
        {(known) => <Suspense fallback={outline}>{children(known)}</Suspense>}
      </QuerySection>
    </div>
  )
}
