import { useLoaderData } from 'react-router'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { paths } from '#web/paths.ts'
import { PageHead, Wrap } from '#web/ui/page.tsx'
import { PrintHead } from '#web/ui/print-head.tsx'
import { WhenLoaded } from '#web/ui/when-loaded.tsx'
import { AgesPicture } from './ages-picture.tsx'
import { ChangesPicture } from './changes-picture.tsx'
import { CostumeTypesPicture } from './costume-types-picture.tsx'
import { loadPictures, picturesNotLoaded } from './pictures.api.ts'
import { PicturesSkeleton } from './pictures-skeleton.tsx'
import { SeasonsPicture } from './seasons-picture.tsx'

export function loader() {
  return { pictures: loadPictures() }
}

export function PicturesPage() {
  const { pictures } = useLoaderData<typeof loader>()
  const loaded = useLoaded(pictures, loadPictures)
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        back={{ to: paths.statistics, label: 'Auswertungen' }}
        title="Zahlen in Bildern"
        lead="Mitglieder, Umzüge und Kleider auf einen Blick. Unter jedem Bild stehen die Zahlen."
      />
      <WhenLoaded loaded={loaded} message={picturesNotLoaded} waiting={<PicturesSkeleton />}>
        {({ ages, withoutBirthday, changes, seasons, costumeTypes }) => (
          <div className="grid gap-6 *:min-w-0 print:block print:*:mb-[8mm]">
            <AgesPicture ages={ages} withoutBirthday={withoutBirthday} />
            <ChangesPicture changes={changes} />
            <SeasonsPicture seasons={seasons} />
            <CostumeTypesPicture costumeTypes={costumeTypes} />
          </div>
        )}
      </WhenLoaded>
    </Wrap>
  )
}
