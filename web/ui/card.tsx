import type { ComponentProps, ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'

/** `bleed`: on the phone the card reaches from edge to edge of the screen. */
export function Card({
  bleed,
  className,
  ...rest
}: ComponentProps<'section'> & { bleed?: boolean }) {
  return (
    <section
      data-slot="card"
      className={cn(
        'rounded-xl border border-border bg-card text-card-foreground print:rounded-none print:border-0',
        // `print:mx-0` undoes the phone's margin, since paper is so narrow that the classes of the phone apply.
        bleed && 'max-md:-mx-4 max-md:rounded-none max-md:border-x-0 print:mx-0',
        className,
      )}
      {...rest}
    />
  )
}

type CardHeadProps = {
  title: ReactNode
  /** A count beside the title: "0 von 412". */
  tally?: ReactNode
  actions?: ReactNode
  /** Level of the title; `h3` for cards below a heading of the page. */
  level?: 'h2' | 'h3'
  id?: string
  className?: string
}

export function CardHead({ title, tally, actions, id, className, ...rest }: CardHeadProps) {
  const { level: Title = 'h2' } = rest
  return (
    <div
      data-slot="card-header"
      className={cn(
        'flex min-h-14 items-center gap-3 py-2 pr-4 pl-6 max-md:pr-3 max-md:pl-4',
        'print:min-h-0 print:break-after-avoid print:px-0',
        className,
      )}
    >
      <Title
        id={id}
        data-slot="card-title"
        className={cn(
          'flex flex-1 items-center gap-2',
          Title === 'h3' && 'font-[620] font-display text-lg tracking-[-0.008em]',
        )}
      >
        {/* The space separates the words for screen readers: "Teilnehmer 12". */}
        {title}{' '}
        {tally !== undefined && (
          <span className="pt-[0.1875rem] font-medium font-sans text-muted-foreground text-sm tabular-nums leading-none tracking-normal">
            {tally}
          </span>
        )}
      </Title>
      {actions}
    </div>
  )
}

export function CardBody({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="card-content"
      className={cn('px-6 pb-6 max-md:px-4 max-md:pb-4', className)}
      {...rest}
    />
  )
}
