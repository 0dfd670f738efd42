import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { ScrollFade } from '#web/components/scroll-fade.tsx'
import { paths } from '#web/paths.ts'
import type { CheckInParade } from '#worker/check-in/check-in.contract.ts'
import { useOutbox } from './outbox/use-outbox.ts'

/** The way to the other parades of the same day that the device knows; absent when there is one. */
export function CheckInTodaysParades({ open }: { open: CheckInParade }) {
  const { lists } = useOutbox()
  const ofThatDay = lists
    .map(({ parade }) => parade)
    // Called off ones are none, but the open one.
    .filter((one) => one.date === open.date && (one.cancelledAt === null || one.id === open.id))
  return ofThatDay.length > 1 && <ParadeLinks parades={ofThatDay} openId={open.id} />
}

type ParadeLinksProps = { parades: readonly CheckInParade[]; openId: number }

function ParadeLinks({ parades, openId }: ParadeLinksProps) {
  const open = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    open.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [])
  return (
    <nav aria-label="Umzüge dieses Tages" className="border-border-strong border-b">
      <ScrollFade>
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
      </ScrollFade>
    </nav>
  )
}
