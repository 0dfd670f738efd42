import { ChartColumn, Flag, House, type LucideIcon, Shirt, Users } from 'lucide-react'
import { Link, matchPath, useLocation } from 'react-router'
import { cn } from '#web/lib/cn.ts'
import { hasRole, type StoredUser } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'

type Entry = {
  to: string
  label: string
  icon: LucideIcon
  /** Pages that belong to it and lie elsewhere. */
  also?: readonly string[]
}

const overview: Entry = { to: paths.home, label: 'Übersicht', icon: House }

// Spec §2: only for the roles readonly and management.
const registers: Entry[] = [
  { to: paths.members, label: 'Mitglieder', icon: Users },
  { to: paths.costumes, label: 'Kleider', icon: Shirt },
  { to: paths.parades, label: 'Umzüge', icon: Flag },
  { to: paths.statistics, label: 'Auswertungen', icon: ChartColumn, also: [paths.assembly] },
]

type MainNavProps = { user: StoredUser; hiddenOnPhone: boolean }

/** In the top bar; on the phone the same element lies under the thumb. */
export function MainNav({ user, hiddenOnPhone }: MainNavProps) {
  const entries = hasRole(user, 'readonly', 'management') ? [overview, ...registers] : [overview]
  return (
    <nav
      aria-label="Hauptmenü"
      className={cn(
        'flex flex-1',
        'max-md:order-last max-md:basis-full max-md:px-1 tabbed:fixed tabbed:inset-x-0 tabbed:bottom-0 tabbed:z-30 tabbed:border-border-strong tabbed:border-t tabbed:bg-card tabbed:pb-[env(safe-area-inset-bottom)]',
        hiddenOnPhone && 'max-md:hidden',
      )}
    >
      {entries.map((entry) => (
        <NavEntry key={entry.to} {...entry} />
      ))}
    </nav>
  )
}

// You are here: one felt tongue hangs over the entry.
const tongue =
  "aria-[current=page]:after:absolute aria-[current=page]:after:top-0 aria-[current=page]:after:left-1/2 aria-[current=page]:after:h-4.5 aria-[current=page]:after:w-6 aria-[current=page]:after:-translate-x-1/2 aria-[current=page]:after:rounded-b-xl aria-[current=page]:after:bg-primary aria-[current=page]:after:content-['']"
const tongueOnPhone =
  'max-md:aria-[current=page]:after:-top-px max-md:aria-[current=page]:after:h-[0.4375rem] max-md:aria-[current=page]:after:w-5 max-md:aria-[current=page]:after:rounded-b-[0.625rem]'

function NavEntry({ to, label, icon: Icon, also = [] }: Entry) {
  const { pathname } = useLocation()
  const isHere = [to, ...also].some((path) =>
    matchPath({ path, end: path === paths.home }, pathname),
  )
  return (
    <Link
      to={to}
      aria-current={isHere ? 'page' : undefined}
      className={cn(
        'relative flex items-center px-3.5 font-[550] text-muted-foreground no-underline transition-colors hover:text-foreground focus-visible:rounded-md focus-visible:-outline-offset-4 max-lg:px-2',
        'aria-[current=page]:font-[650] aria-[current=page]:text-foreground',
        'max-md:min-h-15 max-md:min-w-0 max-md:flex-auto max-md:flex-col max-md:justify-center max-md:gap-[0.1875rem] max-md:px-0 max-md:pt-1.5 max-md:pb-1 max-md:text-[min(0.75rem,3.05vw)] max-md:tracking-[-0.01em]',
        'max-md:aria-[current=page]:text-primary max-md:dark:aria-[current=page]:text-primary-soft-foreground',
        tongue,
        tongueOnPhone,
      )}
    >
      <Icon aria-hidden="true" className="size-5.5 md:hidden" />
      <span className="max-w-full truncate px-px">{label}</span>
    </Link>
  )
}
