import { useQuery } from '@tanstack/react-query'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { picturesQuery } from '#web/data/statistics.ts'
import { prefetch } from '#web/lib/query.ts'
import { paths } from '#web/paths.ts'
import { AgesPicture } from './ages-picture.tsx'
import { CostumeTypesPicture } from './costume-types-picture.tsx'
import { JumpsPicture } from './jumps-picture.tsx'
import { MembersPicture } from './members-picture.tsx'
import { PicturesSkeleton } from './pictures-skeleton.tsx'
import { SeasonsPicture } from './seasons-picture.tsx'

export function loader() {
  prefetch(picturesQuery)
  return null
}

export function PicturesPage() {
  const pictures = useQuery(picturesQuery)
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        back={{ to: paths.statistics, label: 'Auswertungen' }}
        title="Zahlen in Bildern"
        lead="Mitglieder, Umzüge und Kleider auf einen Blick. Unter jedem Bild stehen die Zahlen."
      />
      <QuerySection query={pictures} waiting={<PicturesSkeleton />}>
        {({ ages, withoutBirthday, jumps, seasons, costumeTypes, ...members }) => (
          <div className="grid gap-6 *:min-w-0 print:block print:*:mb-[8mm]">
            <MembersPicture {...members} />
            <JumpsPicture jumps={jumps} />
            <AgesPicture ages={ages} withoutBirthday={withoutBirthday} />
            <SeasonsPicture seasons={seasons} />
            <CostumeTypesPicture costumeTypes={costumeTypes} />
          </div>
        )}
      </QuerySection>
    </Wrap>
  )
}
