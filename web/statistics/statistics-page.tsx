import {
  Award,
  Banknote,
  BookOpen,
  Briefcase,
  Cake,
  ChartColumn,
  ChevronRight,
  ClipboardList,
  Footprints,
  type LucideIcon,
  MapPin,
  Medal,
  NotebookText,
  Trophy,
} from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { picturesQuery } from '#web/data/statistics.ts'
import { cn } from '#web/lib/cn.ts'
import { prefetch } from '#web/lib/query.ts'
import { paths } from '#web/paths.ts'
import { berlinDay } from '#worker/domain/dates.ts'
import { LateMembersChart } from './late-charts.tsx'

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
        <LateMembersChart />
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

/** Spec §2, Statistics and billing: the links of the hub. */
const tileGroups = (year: string): { title: string; tiles: Tile[] }[] => [
  {
    title: 'Umzüge',
    tiles: [
      {
        to: paths.paradesPerMember,
        title: 'Anzahl Sprünge',
        text: 'Bestätigte Umzüge je Mitglied',
        icon: Footprints,
      },
      {
        to: paths.enrolmentPerParades,
        title: 'Auswertung der Umzugsanmeldungen',
        text: 'Anmeldungen je Umzug und Kleidertyp',
        icon: ClipboardList,
      },
      {
        to: paths.paradeHosts,
        title: 'Gastgeber suchen',
        text: 'Umzüge bei einer Zunft finden',
        icon: MapPin,
      },
    ],
  },
  {
    title: 'Mitglieder',
    tiles: [
      {
        to: paths.assembly,
        title: 'Generalversammlung',
        text: 'Ehrungen vorbereiten und eintragen',
        icon: Trophy,
        tone: 'gold',
      },
      {
        to: paths.upcomingHonors,
        title: 'Anstehende Ehrungen',
        text: 'Zum Tag der Generalversammlung',
        icon: Medal,
        tone: 'gold',
      },
      {
        to: paths.assemblyReport,
        title: 'Jahresbericht',
        text: 'Mitglieder, Umzüge, Ehrungen und Beiträge eines Jahres',
        icon: NotebookText,
      },
      {
        to: paths.upcomingBirthdays,
        title: 'Anstehende Geburtstage',
        text: 'Diese Woche, dieser Monat, dieses Quartal',
        icon: Cake,
      },
      {
        to: paths.membershipFees,
        title: 'Mitgliedsbeiträge',
        text: `Beiträge ${year} und SEPA-Datei`,
        icon: Banknote,
      },
    ],
  },
  {
    title: 'Dienste und Ehrungen',
    tiles: [
      {
        to: paths.duties,
        title: 'Auswertung der Ämter',
        text: 'Dienstjahre und Ehrungen je Mitglied',
        icon: Briefcase,
      },
      {
        to: paths.dutyHolders,
        title: 'Auswertung des Dienstbuchs',
        text: 'Aktive und ehemalige Amtsträger',
        icon: BookOpen,
      },
      {
        to: paths.honorHolders,
        title: 'Auswertung der Ehrungen',
        text: 'Wer eine Ehrung erhalten hat',
        icon: Award,
        tone: 'gold',
      },
    ],
  },
]

const tones = {
  blue: 'bg-secondary-soft text-secondary-soft-foreground',
  red: 'bg-primary-soft text-primary-soft-foreground',
  gold: 'bg-gold-soft text-gold-soft-foreground',
}

type Tile = {
  to: string
  /** True for a page outside the app, which the browser loads anew, without the router. */
  isOutside?: boolean
  title: string
  text: string
  icon: LucideIcon
  /** `red` for the current day's task, `gold` for honors. */
  tone?: keyof typeof tones
}

/** Tiles below a title, on wide screens two or three in a row. */
function TileGroup({ title, tiles }: { title: string; tiles: readonly Tile[] }) {
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

/** The whole tile is clickable; its accessible name is only the title. */
function TileLink({ to, isOutside = false, title, text, icon: Icon, tone = 'blue' }: Tile) {
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
