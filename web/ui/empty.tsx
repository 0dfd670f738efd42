import type { ReactNode } from 'react'
import { Garland } from '#web/brand/felt-bands.tsx'

type EmptyProps = {
  title: string
  children?: ReactNode
  /** At most one button. */
  action?: ReactNode
  /** The heading's level; `h1` where the empty state is the whole page, as for a page that does not exist. */
  level?: 'h1' | 'h2' | 'h3'
}

export function Empty({ title, children, action, level: Title = 'h3' }: EmptyProps) {
  return (
    <div data-slot="empty" className="grid justify-items-center gap-1 px-6 pt-11 pb-12 text-center">
      <Garland className="mb-3 w-44" />
      <Title
        className={
          Title === 'h1' ? 'text-2xl' : 'font-sans font-semibold text-base tracking-normal'
        }
      >
        {title}
      </Title>
      {children && <p className="max-w-[44ch] text-pretty text-muted-foreground">{children}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}
