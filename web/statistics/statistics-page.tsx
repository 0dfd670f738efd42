import { ChartColumn } from 'lucide-react'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { picturesQuery } from '#web/data/statistics.ts'
import { prefetch } from '#web/lib/query.ts'
import { paths } from '#web/paths.ts'
import { berlinDay } from '#worker/domain/dates.ts'
import { LateMembersPicture } from './late-pictures.tsx'
import { type Tile, TileGroup, TileLink } from './tile-group.tsx'
import { tileGroups } from './tiles.ts'

export function loader() {
  prefetch(picturesQuery)
  return null
}

export function StatisticsPage() {
  const thisYear = berlinDay(new Date()).slice(0, 4)
  return (
    <Wrap>
      <PageHead title="Auswertungen" />
      <div className="grid gap-8 *:min-w-0">
        <TileLink {...pictures} />
        {tileGroups(thisYear).map((group) => (
          <TileGroup key={group.title} {...group} />
        ))}
        <LateMembersPicture />
      </div>
    </Wrap>
  )
}

const pictures: Tile = {
  to: paths.pictures,
  title: 'Zahlen in Bildern',
  text: 'Mitglieder, Umzüge und Kleider über die Jahre',
  icon: ChartColumn,
}
