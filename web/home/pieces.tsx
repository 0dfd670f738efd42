import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { cn } from '#web/lib/cn.ts'
import { Card } from '#web/ui/card.tsx'
import { type Day, monthName, weekday } from '#worker/domain/dates.ts'

const tones = {
  plain: 'bg-muted text-muted-foreground [&>b]:text-foreground',
  red: 'bg-primary-soft text-primary-soft-foreground',
  gold: 'bg-gold-soft text-gold-soft-foreground',
}

/** A day on a felt tongue, hidden from screen readers because the text beside it says the same. */
export function DayTongue({ day, tone = 'plain' }: { day: Day; tone?: keyof typeof tones }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'grid w-12 flex-none justify-items-center self-start rounded-t-sm rounded-b-[1.25rem] pt-1 pb-1.5 font-[550] text-xs leading-[1.1]',
        tones[tone],
      )}
    >
      {weekday(day)}
      <b className="font-[680] font-display text-xl leading-[1.1]">{day.slice(8)}</b>
      {monthName(day)}
    </span>
  )
}

export function ArrowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center gap-1 font-semibold no-underline hover:underline"
    >
      {children}
      <ChevronRight aria-hidden="true" className="size-4 flex-none" />
    </Link>
  )
}

type SectionProps = {
  title: string
  link?: ReactNode
  /** Whether the children are shown as rows of a card. */
  isCard?: boolean
  children: ReactNode
}

export function Section({ title, link, isCard = false, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div
        className={cn(
          'flex min-h-11 flex-wrap items-center justify-between gap-x-4',
          isCard && 'mb-1',
        )}
      >
        <h2 id={id} className="min-w-0 hyphens-auto">
          {title}
        </h2>
        {link}
      </div>
      {isCard ? (
        <Card bleed role="presentation">
          {children}
        </Card>
      ) : (
        <div className="border-t">{children}</div>
      )}
    </section>
  )
}
