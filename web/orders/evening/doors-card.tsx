import { germanCount } from '#web/lib/german-count.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import type { Evening, RefusedDoor } from '#worker/orders/orders.contract.ts'
import { doorOf, doorReasonOf, since } from './words.ts'

/** Who was refused elsewhere than at the enrolment: wrong passwords, links and calls without a right. */
export function DoorsCard({ doors: routes, at }: Pick<Evening, 'doors' | 'at'>) {
  const doors = byWords(routes)
  const sum = doors.reduce((before, { count }) => before + count, 0)
  return (
    <Card bleed aria-labelledby="doors">
      <CardHead id="doors" title="Abgelehnte Versuche" tally={germanCount(sum)} />
      <p className="border-t px-6 py-2.75 text-muted-foreground max-md:px-4">
        {doors.length === 0
          ? 'In den letzten 24 Stunden keine.'
          : 'In den letzten 24 Stunden. Ein paar sind normal.'}
      </p>
      {doors.length > 0 && (
        <ul>
          {doors.map((door) => (
            <li
              key={[door.route, door.code, door.network].join()}
              className="flex items-baseline gap-4 border-t px-6 py-2.75 max-md:px-4"
            >
              <span className="min-w-0 flex-1">
                {doorReasonOf(door)}
                <span className="block text-muted-foreground text-sm">
                  {doorOf(door)}
                  {door.network && `, Anschluss ${door.network}`}, zuletzt {since(door.lastAt, at)}
                </span>
              </span>
              <b className="font-semibold tabular-nums">
                {door.count}
                <span className="sr-only"> Mal</span>
              </b>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** Routes that read alike are one line. */
function byWords(routes: readonly RefusedDoor[]): RefusedDoor[] {
  const lines = Map.groupBy(routes, (door) =>
    [doorReasonOf(door), doorOf(door), door.network].join('\n'),
  )
  return [...lines.values()]
    .flatMap(([first, ...others]) => (first ? [others.reduce(added, first)] : []))
    .sort((a, b) => b.count - a.count)
}

const added = (sum: RefusedDoor, one: RefusedDoor): RefusedDoor => ({
  ...sum,
  count: sum.count + one.count,
  lastAt: sum.lastAt > one.lastAt ? sum.lastAt : one.lastAt,
})
