import { Suspense, use, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import type { ParadeOfToday } from './check-in.api.ts'

type TodaysParadesProps = { asked: Promise<ParadeOfToday[]>; openId: number }

/** The way to the other parades of the day; absent on a day with one parade. */
export function CheckInTodaysParades(props: TodaysParadesProps) {
  return (
    <Suspense>
      <ParadeLinks {...props} />
    </Suspense>
  )
}

function ParadeLinks({ asked, openId }: TodaysParadesProps) {
  const parades = use(asked)
  const open = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    open.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [])
  if (parades.length < 2 || !parades.some((parade) => parade.id === openId)) return null
  return (
    <nav aria-label="Heutige Umzüge" className="border-border-strong border-b">
      <ul className="flex overflow-x-auto px-2 [scrollbar-width:none] md:flex-wrap">
        {parades.map((parade) => (
          <li key={parade.id} className="flex-none">
            <Link
              ref={parade.id === openId ? open : null}
              to={paths.checkIn(parade.id)}
              replace
              aria-current={parade.id === openId ? 'page' : undefined}
              className="flex min-h-14 items-center border-transparent border-y-4 px-3 font-semibold text-foreground no-underline aria-[current=page]:border-b-secondary"
            >
              {parade.title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
