import { Hammer } from 'lucide-react'
import { hasRole, useUser } from '#web/lib/session.ts'
import { PageHead, Wrap } from '#web/ui/page.tsx'
import { TileGroup } from '#web/ui/tile-group.tsx'
import { tileGroups } from './tiles.ts'

export function HomePage() {
  const user = useUser()
  const groups = tileGroups
    .map((group) => ({
      ...group,
      tiles: group.tiles.filter((tile) => hasRole(user, ...tile.roles)),
    }))
    .filter((group) => group.tiles.length > 0)
  return (
    <Wrap>
      <PageHead title="Übersicht" />
      <div className="grid gap-8">
        {groups.map((group) => (
          <TileGroup key={group.title} {...group} />
        ))}
      </div>
      <p className="mt-10 flex gap-2.5 text-muted-foreground text-sm">
        <Hammer aria-hidden="true" className="mt-px" />
        <span>Hier entsteht die neue Verwaltungsdatenbank. Weitere Funktionen folgen.</span>
      </p>
    </Wrap>
  )
}
