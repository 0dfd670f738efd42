import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { paradeQuery, todaysParadeQuery } from '#web/data/parades.ts'
import { paths } from '#web/paths.ts'
import { MoreSideways } from '#web/ui/more-sideways.tsx'

type ParadeOfToday = { id: number; title: string }

/**
 * The way to the other parades of the day; absent on a day with one parade. Who fails to learn of
 * the others still has the open one.
 */
export function CheckInTodaysParades({ openId }: { openId: number }) {
  const today = useQuery(todaysParadeQuery).data
  if (!today || today.paradeId === null || today.others.length === 0) return null
  return <NamedParades firstId={today.paradeId} others={today.others} openId={openId} />
}

type NamedParadesProps = { firstId: number; others: readonly ParadeOfToday[]; openId: number }

function NamedParades({ firstId, others, openId }: NamedParadesProps) {
  const first = useQuery(paradeQuery(firstId)).data
  if (!first || ![first, ...others].some(({ id }) => id === openId)) return null
  return <ParadeLinks parades={[first, ...others]} openId={openId} />
}

type ParadeLinksProps = { parades: readonly ParadeOfToday[]; openId: number }

function ParadeLinks({ parades, openId }: ParadeLinksProps) {
  const open = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    open.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [])
  return (
    <nav aria-label="Heutige Umzüge" className="border-border-strong border-b">
      <MoreSideways>
        <ul className="flex w-max px-2 md:w-auto md:flex-wrap">
          {parades.map((parade) => (
            <li key={parade.id} className="flex-none">
              <Link
                ref={parade.id === openId ? open : null}
                to={paths.checkIn(parade.id)}
                replace
                aria-current={parade.id === openId ? 'page' : undefined}
                className="flex min-h-14 items-center border-transparent border-y-4 px-3 font-semibold text-foreground no-underline aria-[current=page]:border-b-secondary"
              >
                <span className="line-clamp-2 max-w-[60vw] leading-tight md:max-w-none">
                  {parade.title}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </MoreSideways>
    </nav>
  )
}
