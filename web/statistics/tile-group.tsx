import { ChevronRight, type LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { cn } from '#web/lib/cn.ts'

const tones = {
  blue: 'bg-secondary-soft text-secondary-soft-foreground',
  red: 'bg-primary-soft text-primary-soft-foreground',
  gold: 'bg-gold-soft text-gold-soft-foreground',
}

export type Tile = {
  to: string
  /** It is no page of this app: the browser goes there. */
  isOutside?: boolean
  title: string
  text: string
  icon: LucideIcon
  /** `red` for what somebody came for on the day itself, `gold` for honors. */
  tone?: keyof typeof tones
}

/** Big links below a title, three beside each other where there is room. */
export function TileGroup({ title, tiles }: { title: string; tiles: readonly Tile[] }) {
  const id = useId()
  const columns = tiles.length > 2 ? 'md:grid-cols-2 lg:grid-cols-3' : 'md:grid-cols-2'
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3">
        {title}
      </h2>
      <div className={cn('grid gap-3', columns)}>
        {tiles.map((tile) => (
          <TileLink key={tile.to} {...tile} />
        ))}
      </div>
    </section>
  )
}

/** The whole tile is the link's target; its name is the title alone. */
export function TileLink({ to, isOutside = false, title, text, icon: Icon, tone = 'blue' }: Tile) {
  const textId = useId()
  return (
    <div className="relative grid min-h-21 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 rounded-xl border bg-card px-4.5 py-4 outline-offset-2 transition-[border-color,box-shadow] hover:border-border-strong hover:shadow-md has-focus-visible:outline-2 has-focus-visible:outline-ring">
      <span
        className={cn(
          'grid h-11.5 w-10 place-items-center rounded-t-[0.3125rem] rounded-b-[1.25rem] pb-0.5',
          tones[tone],
        )}
      >
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <div>
        <Link
          to={to}
          reloadDocument={isOutside}
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
