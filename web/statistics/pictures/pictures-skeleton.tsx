import { Card, CardHead } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

const cards = {
  Mitgliederentwicklung: [40, 44, 48, 52, 56, 60, 66, 72, 80, 88],
  'Verteilung der Sprünge': [88, 64, 48, 40, 32, 24, 16, 10, 6, 4],
  'Mitglieder nach Alter': [24, 40, 32, 56, 64, 72, 88, 60, 48, 20],
  'Umzüge und Teilnahmen je Saison': [72, 64, 80, 76, 20, 56, 84, 80, 88, 92],
  'Teilnahmen nach Kleidertyp': [88, 80, 64, 60, 48, 44, 36, 28, 20, 16],
}

type ChartOutlineProps = { title: string; heights: readonly number[] }

/** A card with placeholder bars. */
export function ChartOutline({ title, heights }: ChartOutlineProps) {
  return (
    <Card bleed className="mb-6 last:mb-0">
      <CardHead title={title} />
      <div className="flex h-56 items-end justify-around gap-2 px-6 pb-6 max-md:px-4">
        {heights.map((height, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change their order.
          <span key={index} style={{ height: `${height}%` }} className="w-full max-w-14">
            <Skeleton className="h-full" />
          </span>
        ))}
      </div>
    </Card>
  )
}

/** The cards with placeholder bars. */
export function PicturesSkeleton() {
  return (
    <Loading>
      {Object.entries(cards).map(([title, heights]) => (
        <ChartOutline key={title} title={title} heights={heights} />
      ))}
    </Loading>
  )
}
