import { ChevronRight, Hammer } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { hasRole, useUser } from '#web/lib/session.ts'
import { cn } from '#web/ui/cn.ts'
import { PageHead, Wrap } from '#web/ui/page.tsx'
import { type Tile, type TileGroup, tileGroups } from './tiles.ts'

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
          <Group key={group.title} {...group} />
        ))}
      </div>
      <p className="mt-10 flex gap-2.5 text-muted-foreground text-sm">
        <Hammer aria-hidden="true" className="mt-px" />
        <span>Hier entsteht die neue Verwaltungsdatenbank. Weitere Funktionen folgen.</span>
      </p>
    </Wrap>
  )
}

function Group({ title, tiles }: TileGroup) {
  const id = useId()
  const columns = tiles.length > 2 ? 'lg:grid-cols-3' : ''
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3">
        {title}
      </h2>
      <div className={cn('grid gap-3 md:grid-cols-2', columns)}>
        {tiles.map((tile) => (
          <TileLink key={tile.to} {...tile} />
        ))}
      </div>
    </section>
  )
}

/** The whole tile is the link's target; its name is the title alone. */
function TileLink({ to, title, text, icon: Icon, isUrgent }: Tile) {
  const textId = useId()
  return (
    <div className="relative grid min-h-21 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 rounded-xl border bg-card px-4.5 py-4 outline-offset-2 transition-[border-color,box-shadow] hover:border-border-strong hover:shadow-md has-focus-visible:outline-2 has-focus-visible:outline-ring">
      <span
        className={cn(
          'grid h-11.5 w-10 place-items-center rounded-t-[0.3125rem] rounded-b-[1.25rem] pb-0.5',
          isUrgent
            ? 'bg-primary-soft text-primary-soft-foreground'
            : 'bg-secondary-soft text-secondary-soft-foreground',
        )}
      >
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <div>
        <Link
          to={to}
          aria-describedby={textId}
          className="block font-bold text-foreground leading-[1.3] no-underline outline-none after:absolute after:inset-0 after:rounded-xl"
        >
          {title}
        </Link>
        <p id={textId} className="mt-0.5 text-muted-foreground text-sm leading-[1.4]">
          {text}
        </p>
      </div>
      <ChevronRight aria-hidden="true" className="text-muted-foreground" />
    </div>
  )
}
