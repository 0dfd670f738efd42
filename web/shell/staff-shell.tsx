import { QueryClientProvider } from '@tanstack/react-query'
import {
  Award,
  ChartColumn,
  Ellipsis,
  Flag,
  House,
  Landmark,
  type LucideIcon,
  Shirt,
  Users,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, matchPath, Navigate, Outlet, useLocation, useNavigation } from 'react-router'
import { HelpButton } from '#web/components/help-button.tsx'
import { Wrap } from '#web/components/page.tsx'
import { FirstVisit, HelpLayer } from '#web/help/help-layer.tsx'
import { VisitsProvider } from '#web/lib/back-link.tsx'
import { cn } from '#web/lib/cn.ts'
import { useOnDemand } from '#web/lib/on-demand.ts'
import { queryClient } from '#web/lib/query.ts'
import { keepOfflineCopyFresh } from '#web/lib/service-worker.ts'
import { type StoredUser, useUser } from '#web/lib/session.ts'
import { useIsInputExpired } from '#web/lib/shared-device.ts'
import { paths } from '#web/paths.ts'
import { SearchButton } from '#web/search/search-button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx'
import { Toaster } from '#web/ui/toast.tsx'
import { Tooltips } from '#web/ui/tooltip.tsx'
import { type Capability, can } from '#worker/domain/rights.ts'
import { AccountMenu } from './account-menu.tsx'
import { Brand } from './brand.tsx'
import { MainContent, SkipLink } from './main-content.tsx'
import { outboxPart } from './outbox-on-demand.ts'
import { usePageHandle } from './page-handle.ts'
import { PageSkeleton } from './shell-fallbacks.tsx'
import { useSharedDevice } from './use-shared-device.ts'

/** The frame of all pages behind the sign-in. */
export function StaffShell() {
  const user = useUser()
  const { bare, task } = usePageHandle()
  const isPageThere = useSharedDevice()
  useOfflineCopy()
  // Without a user the session was ended, in this tab or in another (Spec §2).
  if (!user) return <Navigate to={paths.login} replace />
  if (!isPageThere) return null
  return (
    // Remounts everything for another user, so that no input of the first remains.
    <QueryClientProvider key={user.emailAddress} client={queryClient}>
      <HelpLayer>
        <SkipLink />
        <TopBar user={user} isTask={task === true} isBare={bare === true} />
        <MainContent
          className={cn(
            'flex-1',
            bare ? filled : 'pt-8 pb-16 max-md:pt-5',
            phonePadding(bare, task),
            besideHelp,
          )}
        >
          <VisitsProvider>
            <FirstVisit isBare={bare === true} isBelow={false} />
            <PageOutlet />
            <FirstVisit isBare={bare === true} isBelow />
          </VisitsProvider>
        </MainContent>
        <Tooltips />
      </HelpLayer>
      <Toaster />
    </QueryClientProvider>
  )
}

// Room for the open help, so that it covers nothing that it names: beside the page from 1200 px on, below
// that width at the page's end, where the help is a sheet.
const besideHelp =
  'min-[75rem]:[body:has(#hilfe)_&]:pe-88 max-[75rem]:[body:has(#hilfe)_&]:pb-[60dvh]!'

// A bare page fills the screen below the top bar.
const filled = 'grid grid-cols-1'

// Space for the tab bar and the selection bar above it, which overlap the end of the page; the bar of a task does not.
function phonePadding(bare = false, task = false): string {
  if (bare) return ''
  return task
    ? 'max-md:pb-0'
    : 'max-md:pb-26 tabbed:has-[[data-slot=selection-bar][data-open]]:pb-54'
}

type TopBarProps = { user: StoredUser; isTask: boolean; isBare: boolean }

function TopBar({ user, isTask, isBare }: TopBarProps) {
  return (
    <header
      className={cn(
        'z-30 border-b bg-card print:hidden',
        isBare ? 'max-md:hidden roomy:stuck-top' : 'stuck-top',
      )}
    >
      <Wrap className="flex min-h-16 flex-wrap items-stretch gap-1 max-md:min-h-14 max-md:justify-between max-[24rem]:gap-0 max-[24rem]:[&>button]:me-0">
        <Brand
          to={paths.home}
          className="me-7 max-lg:me-3 max-md:me-0 max-md:max-w-[max(8.5rem,100%-8.75rem)]"
        />
        <MainNav user={user} hiddenOnPhone={isTask} />
        <SearchButton user={user} />
        <HelpButton className="me-3 max-lg:me-1" />
        <AccountMenu user={user} />
      </Wrap>
    </header>
  )
}

type Entry = {
  to: string
  label: string
  icon: LucideIcon
  /** Who has this right keeps the entry in the narrow bar. */
  office?: Capability
  /** Paths outside `to` that belong to the entry; the longest match of all entries counts. */
  also?: readonly string[]
}

const overview: Entry = { to: paths.home, label: 'Übersicht', icon: House, office: 'read' }

// Spec §2: only for users who may read; "Kasse" and "Versammlung" are added (docs/deviations.md).
const registers: Entry[] = [
  {
    to: paths.members,
    label: 'Mitglieder',
    icon: Users,
    office: 'keepMembers',
    also: [paths.circulars],
  },
  { to: paths.costumes, label: 'Kleider', icon: Shirt, office: 'keepCostumes' },
  {
    to: paths.parades,
    label: 'Umzüge',
    icon: Flag,
    office: 'keepParades',
    also: [paths.enrolmentEvening, paths.internalParadeEnrolment, paths.enrolmentDataCleanup],
  },
  {
    to: paths.treasury,
    label: 'Kasse',
    icon: Landmark,
    office: 'keepTreasury',
    also: [
      paths.membershipFees,
      paths.feeStatement,
      paths.feeLetters,
      paths.feeReport,
      paths.orders,
      paths.paradeRefunds(':id'),
    ],
  },
  { to: paths.assembly, label: 'Versammlung', icon: Award, office: 'keepMembers' },
  {
    to: paths.statistics,
    label: 'Auswertungen',
    icon: ChartColumn,
    also: [paths.enrolmentPerParades],
  },
]

export const allEntries: readonly Entry[] = [overview, ...registers]

/** The menu's entry for the page: the one with the longest matching path; null for pages of the account menu. */
export function currentEntry(entries: readonly Entry[], pathname: string): Entry | null {
  const matches = entries.flatMap((entry) =>
    [entry.to, ...(entry.also ?? [])]
      .filter((path) => matchPath({ path, end: path === paths.home }, pathname))
      .map((path) => ({ entry, length: path.split('/').length })),
  )
  return matches.toSorted((a, b) => b.length - a.length)[0]?.entry ?? null
}

/** How many entries the bar has below 1024 px; the other entries are behind "Mehr". */
const entriesInNarrowBar = 4

/** The entries behind "Mehr": pages of the user's own offices stay in the bar. */
function entriesBehindMore(entries: readonly Entry[], user: StoredUser): Entry[] {
  const isOwn = ({ office }: Entry) => Number(!!office && can(user, office))
  const byOffice = entries.toSorted((a, b) => isOwn(b) - isOwn(a))
  return entries.filter((entry) => byOffice.indexOf(entry) >= entriesInNarrowBar)
}

type MainNavProps = { user: StoredUser; hiddenOnPhone: boolean }

/** The main menu: in the top bar, on phones fixed at the bottom. */
function MainNav({ user, hiddenOnPhone }: MainNavProps) {
  const { pathname } = useLocation()
  const entries = can(user, 'read') ? allEntries : [overview]
  const current = currentEntry(entries, pathname)
  const others = entriesBehindMore(entries, user)
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
        <NavEntry
          key={entry.to}
          {...entry}
          isHere={entry === current}
          className={cn(others.includes(entry) && 'max-lg:hidden')}
        />
      ))}
      {others.length > 0 && <MoreEntries entries={others} current={current} />}
    </nav>
  )
}

// The current entry is marked with a felt tongue.
const tongue =
  "aria-[current=page]:after:absolute aria-[current=page]:after:top-0 aria-[current=page]:after:left-1/2 aria-[current=page]:after:h-4.5 aria-[current=page]:after:w-6 aria-[current=page]:after:-translate-x-1/2 aria-[current=page]:after:rounded-b-xl aria-[current=page]:after:bg-primary aria-[current=page]:after:content-['']"
const tongueOnPhone =
  'max-md:aria-[current=page]:after:-top-px max-md:aria-[current=page]:after:h-[0.4375rem] max-md:aria-[current=page]:after:w-5 max-md:aria-[current=page]:after:rounded-b-[0.625rem]'

const entryClass = cn(
  'relative flex items-center px-3.5 font-[550] text-muted-foreground no-underline transition-colors hover:text-foreground focus-visible:rounded-md focus-visible:-outline-offset-4 max-lg:px-2',
  'aria-[current=page]:font-[650] aria-[current=page]:text-foreground',
  'max-md:min-h-15 max-md:min-w-0 max-md:flex-auto max-md:flex-col max-md:justify-center max-md:gap-[0.1875rem] max-md:px-0 max-md:pt-1.5 max-md:pb-1 max-md:text-[min(0.75rem,3.05vw)] max-md:tracking-[-0.01em]',
  'max-md:aria-[current=page]:text-primary max-md:dark:aria-[current=page]:text-primary-soft-foreground',
  tongue,
  tongueOnPhone,
)

type NavEntryProps = Entry & { isHere: boolean; className: string }

function NavEntry({ to, label, icon: Icon, isHere, className }: NavEntryProps) {
  return (
    <Link to={to} aria-current={isHere ? 'page' : undefined} className={cn(entryClass, className)}>
      <Icon aria-hidden="true" className="size-5.5 md:hidden" />
      <span className="max-w-full truncate px-px">{label}</span>
    </Link>
  )
}

type MoreEntriesProps = { entries: readonly Entry[]; current: Entry | null }

/** The entries that a narrow bar has no room for; marked while the page belongs to one of them. */
function MoreEntries({ entries, current }: MoreEntriesProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-current={current && entries.includes(current) ? 'page' : undefined}
        className={cn(entryClass, 'lg:hidden')}
      >
        <Ellipsis aria-hidden="true" className="size-5.5 md:hidden" />
        <span className="max-w-full truncate px-px">Mehr</span>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {entries.map((entry) => (
          <DropdownMenuItem key={entry.to} asChild>
            <Link to={entry.to} aria-current={entry === current ? 'page' : undefined}>
              <entry.icon aria-hidden="true" />
              {entry.label}
            </Link>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

const outlineAfterMs = 200

/** The current page. When the next one loads slowly, a skeleton replaces it. */
export function PageOutlet() {
  const isWaiting = useIsLateNavigation()
  return (
    <>
      <div hidden={isWaiting} className="contents">
        <Outlet />
      </div>
      {isWaiting && <PageSkeleton />}
    </>
  )
}

function useIsLateNavigation(): boolean {
  const { pathname } = useLocation()
  const next = useNavigation().location?.pathname
  const isLeaving = next !== undefined && next !== pathname
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isLeaving) return setIsLate(false)
    const timer = setTimeout(() => setIsLate(true), outlineAfterMs)
    return () => clearTimeout(timer)
  }, [isLeaving])
  return isLeaving && isLate
}

/** How long other pages wait with loading the outbox; by then a page has loaded even on a slow connection. */
const otherPagesWaitMs = 3_000

/**
 * Keeps the lists of the coming days on the devices of users who check in, and sends their acts
 * from any page. Home page and check-in load this code at once, other pages later or with the first
 * touch.
 */
function useOfflineCopy(): void {
  const user = useUser()
  const isOver = useIsInputExpired()
  const { pathname } = useLocation()
  const { bare } = usePageHandle()
  const checksIn = can(user, 'checkIn')
  const isShown = bare === true || pathname === paths.home
  const token = user?.accessToken
  const part = useOnDemand(outboxPart, false)
  useEffect(keepOfflineCopyFresh, [])
  useEffect(() => {
    if (part || !checksIn) return
    const load = () => void outboxPart.load().catch(() => undefined)
    const timer = setTimeout(load, isShown ? 0 : otherPagesWaitMs)
    return () => clearTimeout(timer)
  }, [part, checksIn, isShown])
  useEffect(() => (checksIn ? part?.startSending() : undefined), [part, checksIn])
  // biome-ignore lint/correctness/useExhaustiveDependencies: restarts for another user.
  useEffect(
    () => (checksIn && !isOver ? part?.refreshLists() : undefined),
    [part, checksIn, isOver, token],
  )
}
